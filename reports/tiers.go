package reports

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Tier counts the positions of a tier, in a game that is numbered tier by tier:
// one of each class of positions that are the same up to symmetry, whether play
// from the start leads to it or not. Wins and losses are those of the player to
// move, positions where the game is over included.
type Tier struct {
	Tier      string `json:"tier"`
	Indexes   uint64 `json:"indexes"` // of the numbering, unused ones included
	States    int64  `json:"states"`
	RawStates int64  `json:"raw_states"` // symmetric ones counted each
	Terminals int64  `json:"terminals"`
	Moves     int64  `json:"moves"` // of all states together
	Wins      int64  `json:"wins"`
	Losses    int64  `json:"losses"`
	Draws     int64  `json:"draws"`
	// Longest is the number of plies of the longest win or loss; -1 if there is
	// none.
	Longest int `json:"longest"`
}

// countTiers adds up the tiers.
func (r *Report) countTiers(solution *job.Solution) {
	var moves int64
	r.Mover = &Tier{Tier: "all", Longest: -1}
	var plies []int64
	for _, s := range solution.Tiers {
		t := Tier{
			Tier: s.Name, Indexes: s.Size, States: s.Used, RawStates: s.Positions, Terminals: s.Terminals, Moves: s.Moves,
			Wins: s.Wins, Losses: s.Losses, Draws: s.Draws, Longest: max(len(s.WinsIn), len(s.LossesIn)) - 1,
		}
		r.Tiers = append(r.Tiers, t)
		r.Mover.add(&t)
		moves += s.Moves
		for _, counts := range [][]int64{s.WinsIn, s.LossesIn} {
			for len(plies) < len(counts) {
				plies = append(plies, 0)
			}
			for n, states := range counts {
				plies[n] += states
			}
		}
	}
	r.States, r.Terminals, r.RawStates = r.Mover.States, r.Mover.Terminals, r.Mover.RawStates
	r.Branching = mean(moves, r.States-r.Terminals)
	for n, states := range plies {
		if states > 0 {
			r.Remoteness = append(r.Remoteness, RemotenessCount{n, states})
		}
	}
}

func (t *Tier) add(o *Tier) {
	t.Indexes += o.Indexes
	t.States += o.States
	t.RawStates += o.RawStates
	t.Terminals += o.Terminals
	t.Moves += o.Moves
	t.Wins += o.Wins
	t.Losses += o.Losses
	t.Draws += o.Draws
	t.Longest = max(t.Longest, o.Longest)
}

// tierTable is what a table of tiers answers besides.
type tierTable[S games.State] interface {
	FindCell(tier int, cell value.Cell) (s S, found bool, err error)
}

// longestWin is the first position with the longest win of all tiers; nil if
// there is none.
func (b *book[S]) longestWin() (*Position, error) {
	table, ok := b.table.(tierTable[S])
	if !ok {
		return nil, nil
	}
	at, plies := -1, -1
	for i, t := range b.solution.Tiers {
		if most := len(t.WinsIn) - 1; most > plies {
			at, plies = i, most
		}
	}
	if at < 0 {
		return nil, nil
	}
	s, found, err := table.FindCell(at, value.Win(plies))
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("tier %s has no win in %d plies, as its counts say", b.solution.Tiers[at].Name, plies)
	}
	return b.position(s)
}

// moverBlocks say how often the player to move wins.
func moverBlocks(r *Report) []block {
	m := r.Mover
	t := newTable("value", ">states", ">share", "")
	for _, v := range []struct {
		name   string
		states int64
	}{{"win", m.Wins}, {"draw", m.Draws}, {"loss", m.Losses}} {
		t.add(v.name, Thousands(v.states), percent(v.states, m.States), bar(v.states, m.States, barWidth))
	}
	return []block{t}
}

func tierBlocks(r *Report) []block {
	t := newTable("tier", ">states", ">terminals", ">raw states", ">moves/state", ">wins", ">draws", ">losses", ">longest")
	rows := r.Tiers
	if len(rows) > 1 {
		rows = append(rows[:len(rows):len(rows)], *r.Mover)
	}
	for _, tier := range rows {
		moves, longest := "-", "-"
		if open := tier.States - tier.Terminals; open > 0 {
			moves = fmt.Sprintf("%.2f", mean(tier.Moves, open))
		}
		if tier.Longest >= 0 {
			longest = fmt.Sprint(tier.Longest)
		}
		t.add(tier.Tier, Thousands(tier.States), Thousands(tier.Terminals), Thousands(tier.RawStates), moves,
			percent(tier.Wins, tier.States), percent(tier.Draws, tier.States), percent(tier.Losses, tier.States), longest)
	}
	return []block{t, paragraph("Every ply leads to the same tier or to one above it in this list. Wins and losses are those of the player to move; " +
		"longest is the greatest number of plies that one takes. All positions of the numbering count, whether play from the start leads to them or not.")}
}
