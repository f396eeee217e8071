//go:build !js

package solved

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/reports/record"
	"zermelo/solver/value"
)

// Trace holds the values of the positions of a recorded game.
type Trace struct {
	// Stages holds the position before each move. Traces share their stages.
	Stages []*Stage
	// Chosen holds the index of each move in the After field of its stage.
	Chosen []int
	Err    error // a [games.InputError] if a position or a move is invalid
}

// Stage is a nonterminal position with the outcomes after its moves. An unknown outcome has no
// payoffs.
type Stage struct {
	// Roles lists the roles that move, in the order of a joint move. It is empty if Chance is set.
	Roles  []int
	Chance bool                     // the move is random
	Names  [games.MaxRoles][]string // moves of each role that moves, or the outcomes of chance in the first list
	// Outcome is the outcome of perfect play.
	Outcome value.Outcome
	// After holds the outcome after each move or joint move, in the order of games.JointNames. If
	// the game is searched, only the outcomes of played moves are known.
	After []value.Outcome
	// Strategies holds the strategy of each role, as in value.Stage.
	Strategies [games.MaxRoles][]*big.Rat
	Searched   bool // the outcomes are results of a search
}

// Tracer looks up recorded games. It must not be used concurrently.
type Tracer interface {
	// Trace looks up the positions of games in one batch. Errors due to invalid moves are
	// reported in Trace.Err.
	Trace(list []*record.Game) ([]Trace, error)
	// Best compares two outcomes of moves by a role; see value.Best.
	Best(role int, x, y value.Outcome) int
	// Searches reports whether Trace searches for missing values.
	Searches() bool
}

// maxTraced is the maximum number of stages that a tracer caches.
const maxTraced = 1 << 16

type tracer[S games.State] struct {
	*solvedGame[S]
	progress func(positions int)
	known    map[S]*tracedStage[S]
	fresh    []S // states in known without outcomes
}

type tracedStage[S games.State] struct {
	Stage
	state    S
	children []S // empty in a terminal state
}

func (b *solvedGame[S]) Tracer(progress func(int)) Tracer {
	if progress == nil {
		progress = func(int) {}
	}
	return &tracer[S]{solvedGame: b, progress: progress, known: map[S]*tracedStage[S]{}}
}

func (t *tracer[S]) Best(role int, x, y value.Outcome) int { return t.best(role, x, y) }

func (t *tracer[S]) Searches() bool {
	_, searches := t.table.(estimator[S])
	return searches
}

func (t *tracer[S]) Trace(list []*record.Game) ([]Trace, error) {
	if len(t.known) > maxTraced {
		clear(t.known)
	}
	traces := make([]Trace, len(list))
	lines := make([][]*tracedStage[S], len(list))
	for i, g := range list {
		lines[i], traces[i].Err = t.follow(g, &traces[i])
	}
	if failed := games.Failure(t.game); failed != nil {
		return nil, failed
	}
	if err := t.lookUpFresh(); err != nil {
		return nil, err
	}
	for i, line := range lines {
		if !t.Searches() {
			t.progress(len(line))
		} else if err := t.search(line, traces[i].Chosen); err != nil {
			return nil, err
		}
	}
	return traces, nil
}

// stage returns the stage of s, which has no outcomes if it is new.
func (t *tracer[S]) stage(s S) *tracedStage[S] {
	st := t.known[s]
	if st == nil {
		st = &tracedStage[S]{state: s}
		st.children, _ = t.game.Expand(nil, nil, []S{s})
		if len(st.children) > 0 {
			st.Names = t.notation.Moves(s)
			if st.Chance = t.info.Stochastic && games.Mover(t.game, s) == int(games.Chance); !st.Chance {
				st.Roles = games.RolesWithMoves(st.Names)
			}
		}
		t.known[s] = st
		t.fresh = append(t.fresh, s)
	}
	return st
}

// follow plays the moves and sets the stages and moves of tr. It returns the stages, including the
// one after the last move.
func (t *tracer[S]) follow(g *record.Game, tr *Trace) (line []*tracedStage[S], err error) {
	s, err := stateOf(t.game, g.Start)
	if err != nil {
		return nil, err
	}
	st := t.stage(s)
	for i := 0; i < len(g.Moves); {
		at, pieces := -1, 1
		if len(st.Roles) == 1 {
			at = slices.Index(st.Names[st.Roles[0]], g.Moves[i])
		} else if st.Chance {
			at = slices.Index(st.Names[0], g.Moves[i])
		}
		if at < 0 {
			wrong := "but the game is already over"
			if len(st.children) > 0 {
				at, pieces, wrong = games.FirstMove(t.game, st.Names, g.Moves[i:], "")
			}
			if wrong != "" {
				return nil, games.BadInput("move %d, %q, %s; the position is %s", len(tr.Chosen)+1, g.Moves[i], wrong, t.notation.FormatState(s))
			}
		}
		tr.Stages, tr.Chosen, line = append(tr.Stages, &st.Stage), append(tr.Chosen, at), append(line, st)
		s = st.children[at]
		st, i = t.stage(s), i+pieces
	}
	return append(line, st), nil
}

// lookUpFresh sets the outcomes of fresh stages, unless they must be searched.
func (t *tracer[S]) lookUpFresh() error {
	defer func() { t.fresh = t.fresh[:0] }()
	if t.Searches() {
		return nil
	}
	states, ends := slices.Clone(t.fresh), make([]int32, len(t.fresh))
	for i, s := range t.fresh {
		states = append(states, t.known[s].children...)
		ends[i] = int32(len(states) - len(t.fresh))
	}
	if err := t.solvedGame.follow(t.fresh...); err != nil {
		return err
	}
	outcomes, err := t.find(states)
	if err != nil {
		return err
	}
	children := outcomes[len(t.fresh):]
	var stages games.Stages[S]
	stages.Find(t.game, t.fresh, ends)
	for i, s := range t.fresh {
		st := t.known[s]
		st.Outcome, st.After = outcomes[i], slices.Clone(children[:len(st.children)])
		children = children[len(st.children):]
		if len(st.Roles) > 1 && !slices.ContainsFunc(st.After, func(o value.Outcome) bool { return !proven(o) }) {
			st.Strategies = value.Analyze(t.solution.Outcomes.Kind, t.info.Total, stages.Shape(i), st.After).Strategies
		}
	}
	return nil
}

// search searches for the outcomes of the positions in line, last first, and, after each mistake,
// for a move that keeps the value. If it is interrupted, the other outcomes remain unknown.
func (t *tracer[S]) search(line []*tracedStage[S], chosen []int) error {
	for i, st := range slices.Backward(line) {
		if !st.Searched {
			o, err := t.probe(st.state)
			if err != nil {
				return err
			}
			st.Searched, st.Outcome = true, o
			st.After = slices.Repeat([]value.Outcome{{Remoteness: -1}}, len(st.children))
		}
		if t.progress(1); i == len(chosen) {
			continue
		}
		played := line[i+1].Outcome
		if st.After[chosen[i]] = played; st.Chance {
			continue
		}
		role := st.Roles[0]
		if !proven(st.Outcome) && len(t.info.Roles) == 2 {
			st.Outcome = t.deduce(role, st.After)
		}
		if !proven(st.Outcome) || !proven(played) {
			continue
		}
		keeps := func(o value.Outcome) bool { return proven(o) && o.Payoff[role].Cmp(st.Outcome.Payoff[role]) == 0 }
		for k := 0; k < len(st.children) && !slices.ContainsFunc(st.After, keeps); k++ {
			if !proven(st.After[k]) {
				o, err := t.probe(st.children[k])
				if err != nil {
					return err
				}
				st.After[k] = o
			}
		}
	}
	return nil
}

func (t *tracer[S]) probe(s S) (value.Outcome, error) {
	o, err := t.table.Probe(nil, []S{s})
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return value.Outcome{Remoteness: -1}, nil
	}
	if err != nil {
		return value.Outcome{}, err
	}
	return o[0], nil
}
