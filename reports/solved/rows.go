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

// Row is an input to Game.Answer and its result.
type Row struct {
	Number int // line number, starting at 1
	// Input is a position, a list of moves from the start position, or a position followed by
	// moves. Positions and moves are separated by spaces or commas.
	Input    string
	Position string // after the moves; empty if Input has no moves
	Mover    int    // role to move, or -1 if the position is terminal or several roles move
	// Outcome is the outcome of perfect play. If the value is unknown, it has no payoffs.
	Outcome value.Outcome
	// Best lists the best moves. Joint moves are written a+b. In an endless draw, Best lists all
	// moves that keep the draw.
	Best  []string
	Moves []Move // all moves; see Position
	Err   error  // a [games.InputError] if Input is invalid
}

// Known reports whether the value is known.
func (r *Row) Known() bool { return r.Err == nil && proven(r.Outcome) }

// maxAnswerCache is the maximum size in bytes of the cache of decoded blocks during Answer.
const maxAnswerCache = 1 << 29

// Answer looks up all rows in one batch. It allocates no memory for a row that contains only a
// position, unless the game's notation does.
func (b *solvedGame[S]) Answer(rows []Row, best, moves bool) error {
	b.answers.Do(func() {
		if b.stored != nil {
			b.stored.SetCacheSize(min(maxAnswerCache, machine.FreeMemory()/4))
		}
	})
	lists := newMoveLists(b.game)
	states := make([]S, 0, len(rows))
	for i := range rows {
		r := &rows[i]
		if r.Err != nil {
			continue
		}
		var s S
		s, r.Position, r.Err = lists.read(r.Input)
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
	movers := b.game.Movers(make([]int8, 0, len(states)), states)
	asked, at := states, 0
	states = states[:0] // states of rows without errors
	for i := range rows {
		r := &rows[i]
		r.Best, r.Moves, r.Mover = nil, nil, -1
		if r.Err != nil {
			continue
		}
		if r.Outcome = outcomes[at]; b.stored != nil && r.Outcome.Security[0] == nil {
			r.Err = b.explain(cmp.Or(r.Position, r.Input), store.ErrNotStored)
		} else {
			states = append(states, asked[at])
			if r.Outcome.Remoteness != 0 && movers[at] >= 0 {
				r.Mover = int(movers[at])
			}
		}
		at++
	}
	if best || b.searched != nil {
		if err := b.addBest(rows, states, best); err != nil {
			return err
		}
	}
	if !moves {
		return nil
	}
	at = 0
	for i := range rows {
		r := &rows[i]
		if r.Err != nil {
			continue
		}
		p, _, err := b.lookUp(states[at])
		if err != nil {
			return err
		}
		r.Moves = p.Moves
		at++
	}
	return nil
}

// find returns the outcomes of states. If a state is missing, its outcome has no payoffs.
func (b *solvedGame[S]) find(states []S) ([]value.Outcome, error) {
	if b.stored != nil {
		return b.stored.Find(make([]value.Outcome, 0, len(states)), states)
	}
	return b.table.Probe(make([]value.Outcome, 0, len(states)), states)
}

// bestBatch is the number of positions per call to Expand in addBest.
const bestBatch = 1024

// addBest derives unknown values from the values of the children and, if best is set, determines
// the best moves.
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
		n := min(bestBatch, len(answered))
		if err := b.follow(states[:n]...); err != nil {
			return err
		}
		children, ends = b.game.Expand(children[:0], ends[:0], states[:n])
		stages.Find(b.game, states[:n], ends)
		childOutcomes, err := b.find(children)
		if err != nil {
			return err
		}
		from := int32(0)
		for i, r := range answered[:n] {
			outcomes := childOutcomes[from:ends[i]]
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

func (b *solvedGame[S]) bestMoves(s S, mover int, o value.Outcome, children []value.Outcome) (names []string, err error) {
	if mover < 0 {
		p, err := b.position(s)
		if err != nil || p.Random {
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
		if !proven(c) || !value.Attains(mover, &o, &c) {
			continue
		}
		order := -1
		if len(names) > 0 {
			order = b.best(mover, c, first)
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

// moveLists caches the moves of positions, because many inputs begin with the same moves.
type moveLists[S games.State] struct {
	game     games.Game[S]
	notation games.Notation[S]
	standard games.StandardNotation // nil if the game has none
	known    map[S]moveList[S]
}

const maxMoveLists = 1 << 14 // maximum number of cached positions

// moveList holds the children of a position and, for each role, the names of its moves.
type moveList[S games.State] struct {
	names    [games.MaxRoles][]string
	children []S
}

func newMoveLists[S games.State](g games.Game[S]) *moveLists[S] {
	standard, _ := g.(games.StandardNotation)
	return &moveLists[S]{game: g, notation: games.NotationOf(g), standard: standard, known: map[S]moveList[S]{}}
}

// ReadLine parses an input of Answer and returns the resulting state.
func ReadLine[S games.State](g games.Game[S], input string) (S, error) {
	s, _, err := newMoveLists(g).read(input)
	return s, err
}

// read parses an input and returns the resulting state and, if the input contains moves, the
// state's text. If the first of several words is a legal move in the start position, read treats
// all words as moves. It checks this first, because rejecting a position is slow. A position is one
// word unless the game implements games.StandardNotation.
func (l *moveLists[S]) read(input string) (s S, position string, err error) {
	first, rest, more := strings.Cut(input, " ")
	if l.standard != nil {
		first, rest = l.standard.CutPosition(input)
		more = rest != ""
	}
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

func (l *moveLists[S]) begin(s S, moves []string) bool {
	if len(moves) == 0 {
		return false
	}
	_, ok := l.play(s, moves[0])
	return ok
}

// play plays the named move. It returns false if no legal move has this name.
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
