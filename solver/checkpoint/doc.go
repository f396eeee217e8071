// Package checkpoint says when a solve writes down how far it is, and writes it.
//
// A checkpoint is due when a share of the work so far, a multiple of what the last one
// took, and a least time are at stake; see Clock. Write replaces the file as a
// whole, and Read takes nothing for a checkpoint whose checksum is wrong. Usage is the time
// and memory of all runs of a solve, Meter what this one adds.
package checkpoint
