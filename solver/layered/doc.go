// Package layered solves games in which every ply leads to a later layer.
//
// One sweep forward enumerates the states up to symmetry, layer by layer (enumerate.go).
// One sweep back values them from those of their children (induct.go). Both are made of
// steps over sorted runs: expand, merge, answer, combine. Their result does not depend on
// the number of workers or the memory. The file of a layer is input of the second sweep,
// spill space and checkpoint in one. See docs/layered.md.
package layered
