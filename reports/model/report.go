package model

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// lineLimit is how many moves of the principal variation a report shows.
const lineLimit = 200

// FewStates is how many states a game has at most whose measures take so little time, about
// 0.2 s, that pages have them unasked.
const FewStates = 300_000

// New makes the report of a solved game.
func New(b solved.Game) (*Report, error) {
	info, solution := b.Info(), b.Solution()
	r := &Report{
		Game: info.Name, Title: info.Title, Kind: solution.Outcomes.Kind.String(),
		Roles: info.Roles, Rules: info.Rules, Symmetry: info.Symmetry, LayerName: info.LayerName,
		Digest: fmt.Sprintf("%016x", solution.Digest),
		Solved: Solving{
			Method: solution.Method, Workers: solution.Workers, Seconds: solution.Elapsed.Seconds(),
			CPUSeconds: solution.CPU.Seconds(), PeakMemory: solution.PeakMemory, Verify: verifyCommand(info),
		},
		Info: info,
	}
	for _, s := range info.Options {
		r.Options = append(r.Options, Setting{s.Name, s.Value, s.Default, s.Help})
	}
	if solution.Nodes > 0 {
		r.Solved.Nodes, r.Solved.Positions = solution.Nodes, solution.States()
	} else if len(solution.Tiers) > 0 {
		r.countTiers(solution)
	} else {
		r.count(solution)
	}
	if r.Searched() && !r.Proved() { // nothing that could be checked is stored
		r.Digest, r.Solved.Verify = "", ""
	}
	if err := r.lookUp(b); err != nil {
		return nil, fmt.Errorf("report %s: %w", info.Label(), err)
	}
	return r, nil
}

// lookUp finds the start, a line of play and examples.
func (r *Report) lookUp(b solved.Game) (err error) {
	if r.Start, err = b.Start(); err != nil {
		return err
	}
	if r.Solved.Disk, err = b.Size(); err != nil {
		return err
	}
	line, moves, err := b.Line("", lineLimit)
	if err != nil {
		return err
	}
	r.Positions = line
	r.Line = Line{Moves: moves, Cut: !line[len(line)-1].Terminal}
	if at := solved.Repeated(line); at >= 0 {
		r.Line.Repeats, r.Line.Cut = &at, false
	}
	return r.findExamples(b)
}

// verifyCommand is the command that checks the table of a game.
func verifyCommand(info *games.Info) string { return "zermelo verify " + typed(info) }

// SolveCommand is the command that makes the table of the game.
func (r *Report) SolveCommand() string { return "zermelo solve " + typed(r.Info) }

// Label is the game's name as people read it.
func (r *Report) Label() string { return r.Info.Label() }

// typed is the game as an argument in a shell. The path of a rule sheet may need
// quotes; control characters become escapes.
func typed(info *games.Info) string {
	if spec := info.Spec(); strings.ContainsAny(spec, " \n'\"&;()<>|*?[]{}$`\\!#~") || spec != games.Clean(spec) {
		return strconv.Quote(spec)
	}
	return info.Spec()
}

// count adds up the layers.
func (r *Report) count(solution *job.Solution) {
	r.Uncounted = solution.EndsByRules && !solution.EndsCounted
	values, remoteness := map[string]int64{}, map[int]int64{}
	var moves, wins, raw, rawTerminals int64
	for i := range solution.Layers {
		s := &solution.Layers[i]
		r.Layers = append(r.Layers, Layer{
			Layer: i, States: s.States, Terminals: s.Terminals, RawStates: s.RawStates, RawTerminals: s.RawTerminals,
			Moves: s.Moves, Choices: s.Choices, OnlyMoves: s.OnlyMoves, MoverWins: s.MoverWins, Values: r.valueCounts(s.Values),
		})
		r.States += s.States
		r.Terminals += s.Terminals
		r.Unsolved += s.Unsolved
		raw += s.RawStates
		rawTerminals += s.RawTerminals
		r.OnlyMoves.Count += s.OnlyMoves
		r.OnlyMoves.Of += s.Choices
		moves += s.Moves
		wins += s.MoverWins
		for v, n := range s.Values {
			values[v] += n
		}
		for plies, n := range s.Remoteness {
			remoteness[plies] += n
		}
	}
	for i, s := range solution.Plies {
		r.Plies = append(r.Plies, Ply{i, s.States, s.Terminals, s.RawStates, s.RawTerminals})
	}
	r.Uninfluential = r.Info.Uninfluential
	if r.RawStates = solution.RawStates; r.RawStates == raw {
		r.RawTerminals = rawTerminals
	}
	r.Branching = Mean(moves, r.States-r.Terminals)
	if solution.Outcomes.Kind == value.Alternating {
		r.MoverWins = &solved.Part{Count: wins, Of: r.States - r.Terminals}
	}
	r.Values = r.valueCounts(values)
	for _, plies := range slices.Sorted(maps.Keys(remoteness)) {
		r.Remoteness = append(r.Remoteness, RemotenessCount{plies, remoteness[plies]})
	}
}

// valueCounts lists values in ascending order.
func (r *Report) valueCounts(counts map[string]int64) []ValueCount {
	list := make([]ValueCount, 0, len(counts))
	rats := make(map[string]*big.Rat, len(counts))
	for v, n := range counts {
		rats[v], _ = new(big.Rat).SetString(v)
		list = append(list, ValueCount{Payoff: v, Words: words.Payoff(r.Info, v), States: n})
	}
	slices.SortFunc(list, func(a, b ValueCount) int { return rats[a.Payoff].Cmp(rats[b.Payoff]) })
	return list
}

// findExamples picks the longest win and the critical position from the examples of
// the layers, of equals the first. In a table of tiers it looks for the longest win
// and the mutual zugzwangs.
func (r *Report) findExamples(b solved.Game) (err error) {
	solution := b.Solution()
	if len(solution.Tiers) > 0 {
		if r.Longest, err = b.LongestWin(); err == nil {
			r.Zugzwangs, err = b.Zugzwangs()
		}
		return err
	}
	most, seen := 0, slices.Clone(r.Positions)
	for i := range solution.Layers {
		s := &solution.Layers[i]
		if s.Critical != nil {
			p, err := b.Packed(s.Critical)
			if err != nil {
				return err
			}
			if seen = append(seen, p); s.CriticalMoves > most {
				most, r.Critical = s.CriticalMoves, p
			}
		}
		if s.Longest == nil || len(r.Roles) == 1 { // nobody to win against
			continue
		}
		p, err := b.Packed(s.Longest)
		if err != nil {
			return err
		}
		if seen = append(seen, p); r.Longest == nil || p.Outcome.Remoteness > r.Longest.Outcome.Remoteness {
			r.Longest = p
		}
	}
	r.Alternating = len(r.Roles) == 2 && r.Start.Mover >= 0 && r.LayerName != "" && !slices.ContainsFunc(seen, func(p *solved.Position) bool {
		return !p.Terminal && p.Mover != (r.Start.Mover+p.Layer)%2
	})
	return nil
}

// Measure adds the measures of the game to its report, or the reason why there are
// none; explained adds what they mean. See measure.Of for the cost.
func (r *Report) Measure(ctx context.Context, b solved.Game, explained bool) error {
	m, err := b.Measure(ctx)
	var none *measure.NotMeasuredError
	if errors.As(err, &none) {
		r.NotMeasured = none.Why
		return nil
	}
	if err != nil {
		return err
	}
	r.Measures = m
	if explained {
		r.Explained = measure.Explain(m, r.Roles)
	}
	return nil
}

// Count adds counts of all positions, or the reason why there are none; see
// solved.Game.Counts.
func (r *Report) Count(ctx context.Context, b solved.Game, reachable bool) (err error) {
	r.Counts, err = b.Counts(ctx, reachable)
	var none *measure.NotMeasuredError
	if errors.As(err, &none) {
		r.NotCounted = none.Why
		return nil
	}
	return err
}

// LineTitle is the title of the line.
func (r *Report) LineTitle() string {
	if !r.Start.Proven() && !r.Info.GeneralSum {
		return "A line that seems best"
	}
	return "A line of perfect play"
}

// FoundBySearch says what a report without counts rests on. It introduces
// SolveCommand.
func (r *Report) FoundBySearch() string {
	basis := "What is said here rests on stored results of searches; no proof of the start is stored."
	if r.Proved() {
		basis = "The value of the start was found by search and is proven by a strategy."
	}
	return basis + " How many states there are, and what they are worth, takes a table of all of them:"
}

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
