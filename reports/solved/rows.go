package solved

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/solver/machine"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// Row is one of many positions: what was asked and the answer.
type Row struct {
	Number int // of its line in the input, from 1
	// Input is a position, moves from the start, or a position and moves from there,
	// with blanks or commas between.
	Input string
	// Position is the one after the moves; "" where Input is the position.
	Position string
	// Outcome is that of perfect play. It has no payoffs where the value is not known,
	// as in a proof.
	Outcome value.Outcome
	// Best are the moves to play, joint ones a+b. Of a draw without end they are all that
	// keep it.
	Best []string
	// Err says why there is no answer. It is a games.InputError.
	Err error
}

// Known reports whether the value is known.
func (r *Row) Known() bool { return r.Err == nil && proven(r.Outcome) }

// maxAnswerCache is how much a table may keep of what it has decoded while many positions
// are answered, in bytes.
const maxAnswerCache = 1 << 29

// Answer implements Game. It looks up all rows at once, and allocates nothing for a row
// that is a position, unless the game's notation does.
func (b *solvedGame[S]) Answer(rows []Row, best bool) error {
	b.answers.Do(func() {
		if t, ok := b.table.(interface{ CacheUpTo(bytes int64) }); ok {
			t.CacheUpTo(min(maxAnswerCache, machine.FreeMemory()/4))
		}
	})
	moves := newMoveLists(b.game)
	states := make([]S, 0, len(rows))
	for i := range rows {
		r := &rows[i]
		if r.Err != nil {
			continue
		}
		var s S
		s, r.Position, r.Err = moves.read(r.Input)
		if r.Err == nil {
			states = append(states, s)
			continue
		}
		var input *games.InputError
		if !errors.As(r.Err, &input) {
			return r.Err
		}
	}
	outcomes, err := b.find(states)
	if err != nil {
		return err
	}
	_, whole := b.table.(finder[S])
	asked, at := states, 0
	states = states[:0] // those that have an answer
	for i := range rows {
		r := &rows[i]
		r.Best = nil
		if r.Err != nil {
			continue
		}
		if r.Outcome = outcomes[at]; whole && !proven(r.Outcome) {
			r.Err = b.explain(cmp.Or(r.Position, r.Input), store.ErrNotStored)
		} else {
			states = append(states, asked[at])
		}
		at++
	}
	_, searched := b.table.(*searchedTable[S])
	if !best && !searched {
		return nil
	}
	return b.addBest(rows, states, best)
}

// find is the outcomes of states; those that the table does not have are without payoffs.
func (b *solvedGame[S]) find(states []S) ([]value.Outcome, error) {
	if t, ok := b.table.(finder[S]); ok {
		return t.Find(make([]value.Outcome, 0, len(states)), states)
	}
	return b.table.Probe(make([]value.Outcome, 0, len(states)), states)
}

// bestAtOnce is how many positions are expanded at once for their best moves.
const bestAtOnce = 1024

// addBest deduces values that are not known from those of the children, and finds the
// best moves if they are wanted.
func (b *solvedGame[S]) addBest(rows []Row, states []S, best bool) error {
	answered := make([]*Row, 0, len(states))
	for i := range rows {
		if r := &rows[i]; r.Err == nil {
			answered = append(answered, r)
		}
	}
	var children []S
	var ends []int32
	var stages games.Stages[S]
	for len(answered) > 0 {
		n := min(bestAtOnce, len(answered))
		children, ends = b.game.Expand(children[:0], ends[:0], states[:n])
		stages.Find(b.game, states[:n], ends)
		below, err := b.find(children)
		if err != nil {
			return err
		}
		from := int32(0)
		for i, r := range answered[:n] {
			outcomes := below[from:ends[i]]
			from = ends[i]
			mover := int(stages.Movers[i])
			if len(outcomes) == 0 {
				continue
			}
			if mover >= 0 && !proven(r.Outcome) && b.solution.Outcomes.Kind != value.General {
				r.Outcome = b.deduce(mover, outcomes)
			}
			if !best || !proven(r.Outcome) {
				continue
			}
			if r.Best, err = b.bestMoves(states[i], mover, r.Outcome, outcomes); err != nil {
				return err
			}
		}
		answered, states = answered[n:], states[n:]
	}
	return nil
}

// bestMoves names the best moves of a state with this outcome and those of its children.
func (b *solvedGame[S]) bestMoves(s S, mover int, o value.Outcome, children []value.Outcome) (names []string, err error) {
	if mover < 0 {
		p, err := b.position(s)
		if err != nil {
			return nil, err
		}
		for _, m := range p.Moves {
			if m.Keeps == KeptYes {
				names = append(names, m.Name)
			}
		}
		return names, nil
	}
	all := b.notation.Moves(s)[mover]
	var first value.Outcome
	for i, c := range children {
		if !proven(c) || c.Payoff[mover].Cmp(o.Payoff[mover]) != 0 {
			continue
		}
		order := -1
		if len(names) > 0 {
			order = value.Best(b.solution.Outcomes.Kind, mover, c, first)
		}
		if order < 0 {
			first, names = c, names[:0]
		}
		if order <= 0 {
			names = append(names, all[i])
		}
	}
	return names, nil
}

// moveLists keeps the moves of positions on the way of many move lists.
type moveLists[S games.State] struct {
	game     games.Game[S]
	notation games.Notation[S]
	known    map[S]moveList[S]
}

// maxMoveLists is how many positions a moveLists keeps.
const maxMoveLists = 1 << 14

// moveList is the moves of a position, by role, and the states after them.
type moveList[S games.State] struct {
	names    [games.MaxRoles][]string
	children []S
}

func newMoveLists[S games.State](g games.Game[S]) *moveLists[S] {
	return &moveLists[S]{game: g, notation: games.NotationOf(g), known: map[S]moveList[S]{}}
}

// ReadLine reads a line of an input as Answer does.
func ReadLine[S games.State](g games.Game[S], input string) (S, error) {
	s, _, err := newMoveLists(g).read(input)
	return s, err
}

// read finds the state of an input, and writes it down where moves lead to it. Where
// several words begin with a legal move at the start they are moves; a text that is no
// position takes long to tell.
func (l *moveLists[S]) read(input string) (s S, position string, err error) {
	first, rest, more := strings.Cut(input, " ")
	var notPosition error
	if !more {
		if s, notPosition = l.notation.ParseState(first); notPosition == nil {
			return s, "", nil
		}
	}
	from, moves := l.game.Start(), games.SplitMoves(input)
	if more && !l.begin(from, moves) {
		if s, notPosition = l.notation.ParseState(first); notPosition == nil {
			from, moves = s, games.SplitMoves(rest)
		}
	}
	s = from
	for _, name := range moves {
		next, ok := l.play(s, name)
		if !ok {
			line, err := games.Play(l.game, from, moves)
			if err != nil && notPosition != nil && 2*len(first) > len(l.notation.FormatState(from)) { // too long for a move
				err = notPosition
			}
			if err != nil {
				return s, "", err
			}
			s = line[len(line)-1]
			break
		}
		s = next
	}
	return s, l.notation.FormatState(s), nil
}

// begin reports whether moves can begin at a state.
func (l *moveLists[S]) begin(s S, moves []string) bool {
	if len(moves) == 0 {
		return false
	}
	_, ok := l.play(s, moves[0])
	return ok
}

// play makes a move; false if there is none with this name.
func (l *moveLists[S]) play(s S, name string) (S, bool) {
	list, ok := l.known[s]
	if !ok {
		list.names = l.notation.Moves(s)
		list.children, _ = l.game.Expand(nil, nil, []S{s})
		if len(l.known) < maxMoveLists {
			l.known[s] = list
		}
	}
	at := -1
	switch {
	case list.names[0] == nil:
		at = slices.Index(list.names[1], name)
	case list.names[1] == nil:
		at = slices.Index(list.names[0], name)
	default:
		first, second, _ := strings.Cut(name, "+")
		row, column := slices.Index(list.names[0], first), slices.Index(list.names[1], second)
		if row >= 0 && column >= 0 {
			at = row*len(list.names[1]) + column
		}
	}
	if at < 0 {
		return s, false
	}
	return list.children[at], true
}
