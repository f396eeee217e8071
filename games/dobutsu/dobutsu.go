// Package dobutsu is Dobutsu Shogi, "let's catch the lion", by Madoka Kitao and
// Maiko Fujita (2008): shogi on three columns and four rows with four pieces a
// side.
//
// The rules are the official ones as Tetsuro Tanaka reads them, who solved the
// game (An Analysis of a Board Game "Doubutsu Shogi", IPSJ SIG Technical Report
// 2009-GI-22): a chick may be dropped on the last row, where it is stuck, into a
// column that has another chick, and to catch the lion; a lion may move to where
// it can be caught. A lion that reaches the last row wins at once if it cannot
// be caught there. If it can be and the opponent does something else, it wins
// then. Play that repeats is a draw.
//
// He counts 246,803,167 positions that the start leads to, seen by the player to
// move, mirror images once. So many there are where play ends as soon as a lion
// can be caught: in 140,298,614 of them it can, in 7,018,985 the other lion is
// safe, and 99,485,568 go on (TestReachable).
package dobutsu

import "zermelo/games"

// Entry is the game dobutsu, which has no options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "dobutsu",
		Summary: "let's catch the lion: shogi on 3x4 with four pieces a side",
		New:     func(games.Choice) (games.Variant, error) { return newGame(), nil },
	}
}
