// Package job describes a solve: its options, its progress, its result, and the stores
// that take the values.
//
// All solvers take Options and return a Solution. Progress may be read at any time while
// a solve runs. A Store takes the values of states, layer by layer; a TierStore takes
// those of numbered positions, tier by tier. MakePlan divides the memory limit.
package job
