// Package retro solves games whose positions are numbered tier by tier, by retrograde
// analysis.
//
// A tier is an array of two-byte cells, and no state is stored. A first pass looks at each
// position once. Then round r takes the positions that are decided in r plies back
// to their parents. Changes of cells commute, so the result does not depend on
// the workers. A tier that does not fit into memory is solved in windows of the lower tiers
// and ranges of its own, with the same cells. See docs/tiers.md.
package retro
