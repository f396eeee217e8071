// Package solvertest holds what the tests of the solvers share: recursive referees, random
// games, stores in memory, and games that count or interrupt calls.
package solvertest
