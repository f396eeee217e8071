package gdltest

import "strings"

// Playable is a sheet without problems. Tests append problems to it.
const Playable = `(role you) (init (at 1)) (succ 1 2)
(<= (legal you go) (true (at 1)))
(<= (next (at ?y)) (does you go) (true (at ?x)) (succ ?x ?y))
(<= terminal (true (at 2)))
(goal you 100)
`

// Coin is a GDL-II sheet. Chance tosses a coin, and a player who cannot see the
// result must guess it. The value is 50. If the sheet is read as GDL, the value
// is 100.
const Coin = `(role random) (role you)
(init hidden)
(<= (legal random (turn heads)) (true hidden)) (<= (legal random (turn tails)) (true hidden))
(<= (legal you wait) (true hidden))
(<= (legal random wait) (not (true hidden)))
(<= (legal you (guess heads)) (not (true hidden))) (<= (legal you (guess tails)) (not (true hidden)))
(<= (next (coin ?s)) (does random (turn ?s)))
(<= (next (coin ?s)) (true (coin ?s)))
(<= (next right) (does you (guess ?s)) (true (coin ?s)))
(<= (next over) (does you (guess ?s)))
(<= (sees you over) (does you (guess ?s)))
(<= terminal (true over))
(<= (goal you 100) (true right)) (<= (goal you 0) (not (true right))) (goal random 0)
`

// Ring closes the line of cells in Walker to a ring.
const Ring = "(succ 4 1)"

// Walker is a game where a piece walks along four cells and off the end.
// Jumping over a cell switches a lamp. The verb %s is replaced with additional
// rules.
const Walker = `(role me) (init (at 1)) (init (lamp off))
	(succ 1 2) (succ 2 3) (succ 3 4)
	(legal me step) (legal me jump)
	(<= (next (at ?y)) (does me step) (true (at ?x)) (succ ?x ?y))
	(<= (next (at ?z)) (does me jump) (true (at ?x)) (succ ?x ?y) (succ ?y ?z))
	(<= (next (lamp on)) (does me jump) (true (lamp off)))
	(<= (next (lamp off)) (does me jump) (true (lamp on)))
	(<= (next (lamp ?l)) (does me step) (true (lamp ?l)))
	%s`

// Walk returns a sheet in which a man walks on 3x3 cells, starting in the
// second column of row 1. The arguments higher and lower are the names of the
// moves to the next and the previous row. If rowFirst is true, the first
// coordinate counts rows. If floor is true, each cell without the man contains
// a floor, which moves in the opposite direction.
func Walk(higher, lower string, rowFirst, floor bool) string {
	text := `(role walker) (succ 1 2) (succ 2 3) (init (CELL 2 1 man))
		(legal walker HIGHER) (legal walker LOWER) (legal walker left) (legal walker right)
		(<= (next (CELL ?x ?z man)) (true (CELL ?x ?y man)) (does walker HIGHER) (succ ?y ?z))
		(<= (next (CELL ?x ?z man)) (true (CELL ?x ?y man)) (does walker LOWER) (succ ?z ?y))
		(<= (next (CELL ?z ?y man)) (true (CELL ?x ?y man)) (does walker right) (succ ?x ?z))
		(<= (next (CELL ?z ?y man)) (true (CELL ?x ?y man)) (does walker left) (succ ?z ?x))
		(<= terminal (true (CELL 3 3 man)))
		(goal walker 100)`
	if floor {
		text += `(init (CELL 1 1 floor)) (init (CELL 1 2 floor)) (init (CELL 1 3 floor)) (init (CELL 2 2 floor))
		(init (CELL 2 3 floor)) (init (CELL 3 1 floor)) (init (CELL 3 2 floor)) (init (CELL 3 3 floor))
		(<= (next (CELL ?x ?y floor)) (true (CELL ?x ?y ?p)) (not (entered ?x ?y)))
		(<= (entered ?x ?z) (true (CELL ?x ?y man)) (does walker HIGHER) (succ ?y ?z))
		(<= (entered ?x ?z) (true (CELL ?x ?y man)) (does walker LOWER) (succ ?z ?y))
		(<= (entered ?z ?y) (true (CELL ?x ?y man)) (does walker right) (succ ?x ?z))
		(<= (entered ?z ?y) (true (CELL ?x ?y man)) (does walker left) (succ ?z ?x))`
	}
	text = strings.NewReplacer("HIGHER", higher, "LOWER", lower).Replace(text)
	for _, x := range []string{"1", "2", "3", "?x", "?z"} {
		for _, y := range []string{"1", "2", "3", "?y", "?z"} {
			cell := "(cell " + x + " " + y + " "
			if rowFirst {
				cell = "(cell " + y + " " + x + " "
			}
			text = strings.ReplaceAll(text, "(CELL "+x+" "+y+" ", cell)
		}
	}
	return text
}
