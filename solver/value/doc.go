// Package value holds what positions are worth, and the rules that combine the values
// of children into that of their parent.
//
// A Value is 32 bits: payoff and remoteness in alternating games, else the number of an
// Outcome in a dictionary. A Cell is 16 bits, for games whose positions are numbered. There
// is a rule for each kind of game: alternating, simultaneous, and general sum. A digest is
// a sum of hashes of states and outcomes, so that it needs no order.
package value
