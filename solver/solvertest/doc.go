// Package solvertest holds what the tests of the solvers share.
//
// Naive, SolveNaively and NaiveCyclic are slow reference solvers that use none of the
// solvers' code. Beside them there are random games, stores in memory, and games that
// count or interrupt calls.
package solvertest
