package solved

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

func boardLines(d games.Drawing) []string {
	return strings.Split(strings.TrimRight(words.Board(d), "\n"), "\n")
}

// bare returns a position whose value, moves and Board are not set. It also returns the children.
func (b *solvedGame[S]) bare(s S) (p *Position, children []S) {
	p = &Position{Text: b.notation.FormatState(s), Drawing: games.DrawingOf(b.game, s), Mover: -1}
	if layered, ok := b.game.(games.Layered[S]); ok {
		p.Layer = int(layered.Layers(nil, []S{s})[0])
	}
	children, _ = b.game.Expand(nil, nil, []S{s})
	if p.Terminal = len(children) == 0; p.Terminal {
		payoffs := b.game.Payoffs(nil, []S{s})[0]
		for role := range b.info.Roles {
			p.Payoffs = append(p.Payoffs, b.info.Points(int(payoffs[role])))
		}
		return p, nil
	}
	p.Names = b.notation.Moves(s)
	if p.Random = b.info.Stochastic && games.Mover(b.game, s) == int(games.Chance); p.Random {
		return p, children
	}
	if movers := games.RolesWithMoves(p.Names); len(movers) == 1 {
		p.Mover = movers[0]
	}
	return p, children
}

func (b *solvedGame[S]) position(s S) (*Position, error) {
	p, _, err := b.lookUp(s)
	if err == nil {
		p.Board = boardLines(p.Drawing)
	}
	return p, err
}

// lookUp looks up a state and its children in one batch and sorts the moves. It returns the
// position, whose Board is not set, and the children, which are indexed by Move.at.
func (b *solvedGame[S]) lookUp(s S) (*Position, []S, error) {
	if t, ok := b.table.(*unsolvedTable[S]); ok && t.search == nil && len(b.info.Roles) > 1 {
		p, children, err := b.unstored(s)
		if p.Value.Words = "not known"; p.Terminal {
			p.Outcome = value.TerminalOutcome(b.game.Payoffs(nil, []S{s})[0], len(b.info.Roles))
			p.Value = b.valueOf(b.info, p.Outcome)
		}
		return p, children, err
	}
	p, children := b.bare(s)
	if err := b.follow(s); err != nil {
		return nil, nil, err
	}
	outcomes, err := b.table.Probe(make([]value.Outcome, 0, 1+len(children)), append([]S{s}, children...))
	if err != nil {
		if _, err := b.table.Probe(nil, []S{s}); err != nil {
			return nil, nil, b.explain(p.Text, err)
		}
		return nil, nil, fmt.Errorf("look up moves at %s: %w", p.Text, err)
	}
	p.Outcome = outcomes[0]
	p.Value = b.valueOf(b.info, p.Outcome)
	if p.Terminal {
		return p, nil, nil
	}
	return p, children, b.addMoves(p, s, children, outcomes[1:])
}

// addMoves sets p.Moves to the moves of state s, best first.
func (b *solvedGame[S]) addMoves(p *Position, s S, children []S, outcomes []value.Outcome) error {
	if p.Random {
		b.likelyMoves(p, p.Names[0], games.Probabilities(b.game, s, len(children)), children, outcomes)
		return nil
	}
	unproven := func(o value.Outcome) bool { return !proven(o) }
	// General-sum games are not searched, so their unsolved positions remain unsolved.
	if b.searched != nil || b.solution.Outcomes.Kind != value.General && (unproven(p.Outcome) || slices.ContainsFunc(outcomes, unproven)) {
		// Only positions of alternating games can be unproven.
		if !proven(p.Outcome) {
			p.Outcome = b.deduce(p.Mover, outcomes)
			p.Value = b.valueOf(b.info, p.Outcome)
		}
		return b.unprovenMoves(p, s, children, outcomes)
	}
	var stages games.Stages[S]
	stages.Find(b.game, []S{s}, []int32{int32(len(children))})
	stage := value.Analyze(b.solution.Outcomes.Kind, b.info.Total, stages.Shape(0), outcomes)
	if p.Mover < 0 {
		b.jointMoves(p, children, outcomes, stage)
		return nil
	}
	return b.moves(p, children, outcomes, stage)
}

// move returns the Move that leads to child. at is the index of child in the result of Game.Expand.
func (b *solvedGame[S]) move(at int, name string, child S, o value.Outcome, keeps Kept) Move {
	return Move{Name: name, Child: b.notation.FormatState(child), Value: b.valueOf(b.rows, o), Outcome: o, Keeps: keeps, at: at}
}

// moves sets p.Moves, best first, in a position where one role moves.
func (b *solvedGame[S]) moves(p *Position, children []S, outcomes []value.Outcome, stage value.Stage) error {
	names := p.Names[p.Mover]
	p.Moves = make([]Move, 0, len(children))
	for i, name := range names {
		keeps := keptIf(stage.Keeps[i])
		if !stage.Value.Solved() { // a child is unsolved
			keeps = keptBetween(p.Mover, len(names), p.Outcome, outcomes[i])
		}
		p.Moves = append(p.Moves, b.move(i, name, children[i], outcomes[i], keeps))
	}
	b.sortBest(p.Mover, p.Moves)
	if p.Endless = b.endless(p); p.Endless {
		if err := b.countReplies(p, children); err != nil {
			return fmt.Errorf("count replies to moves at %s: %w", p.Text, err)
		}
	}
	return nil
}

// unstored is like lookUp, but for a position that is not in the table.
func (b *solvedGame[S]) unstored(s S) (*Position, []S, error) {
	p, children := b.bare(s)
	p.Outcome = value.Outcome{Remoteness: -1}
	p.Value = Value{Words: "not stored", Plies: -1}
	if p.Terminal {
		return p, nil, nil
	}
	var outcomes []value.Outcome
	for i := range children {
		var err error
		outcomes, err = b.table.Probe(outcomes, children[i:i+1])
		if errors.Is(err, store.ErrNotStored) {
			outcomes = append(outcomes[:i], value.Outcome{Remoteness: -1})
		} else if err != nil {
			return nil, nil, fmt.Errorf("look up moves at %s: %w", p.Text, err)
		}
	}
	return p, children, b.unprovenMoves(p, s, children, outcomes)
}

// withoutValues returns a position, including its moves but no values.
func (b *solvedGame[S]) withoutValues(s S) (*Position, error) {
	p, children := b.bare(s)
	p.Board = boardLines(p.Drawing)
	all := games.JointNames(p.Names)
	for i := range children {
		p.Moves = append(p.Moves, Move{Name: all[i], Child: b.notation.FormatState(children[i])})
	}
	return p, nil
}

// In an endless draw, the number of moves that keep the draw shows which player is closer to
// winning. A player with a single such move is forced. Therefore moves that keep the draw are
// sorted by the number of replies that also keep it, in ascending order.

// endless reports whether a nonterminal position is an endless draw. Searches do not distinguish
// endless draws from other draws.
func (b *solvedGame[S]) endless(p *Position) bool {
	return len(b.info.Roles) == 2 && b.solution.Outcomes.Kind == value.Alternating && b.searched == nil && p.Outcome.Remoteness < 0
}

// countReplies sets Replies for each move in p.Moves that keeps a draw. It also sorts these moves,
// which precede all others.
func (b *solvedGame[S]) countReplies(p *Position, children []S) error {
	var drawn []S
	for _, m := range p.Moves {
		if m.Keeps == KeptYes {
			drawn = append(drawn, children[m.at])
		}
	}
	replies, ends := b.game.Expand(nil, nil, drawn)
	outcomes, err := b.table.Probe(nil, replies)
	if err != nil {
		return err
	}
	from, at := int32(0), 0
	for i := range p.Moves {
		m := &p.Moves[i]
		if m.Keeps != KeptYes {
			continue
		}
		if ends[at] > from {
			m.Replies = &Part{Of: int64(ends[at] - from)}
			for _, o := range outcomes[from:ends[at]] {
				if o.Payoff[p.Mover].Cmp(p.Outcome.Payoff[p.Mover]) == 0 {
					m.Replies.Count++
				}
			}
		}
		from = ends[at]
		at++
	}
	// Terminal draws come last.
	replyCount := func(m Move) int64 {
		if m.Replies == nil {
			return math.MaxInt64
		}
		return m.Replies.Count
	}
	kept := slices.IndexFunc(p.Moves, func(m Move) bool { return m.Keeps != KeptYes })
	if kept < 0 {
		kept = len(p.Moves)
	}
	slices.SortStableFunc(p.Moves[:kept], func(x, y Move) int { return cmp.Compare(replyCount(x), replyCount(y)) })
	return nil
}
