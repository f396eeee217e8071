package model

import "zermelo/solver/job"

// Tier counts the positions of a tier, one of each class of positions that are the
// same up to symmetry, reachable from the start or not. Wins and losses are those of
// the player to move; terminal positions count too.
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
	// Longest is the longest win or loss in plies, or -1 if there is none.
	Longest int `json:"longest"`
}

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
	r.Branching = Mean(moves, r.States-r.Terminals)
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
