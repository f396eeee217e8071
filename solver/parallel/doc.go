// Package parallel divides work among goroutines, with one error and one context.
//
// For hands out a range in pieces; Run calls a function once for each worker; Pieces
// hands out a range to workers that are already at work. The first worker is always the
// caller's goroutine. Contexts are checked once a piece, and an error ends the others'.
package parallel
