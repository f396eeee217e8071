package model

import (
	"cmp"
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

const lineLimit = 200 // maximum number of moves in the principal variation

const fewStates = 300_000 // number of states that can be measured in about 0.2 s

// Few reports whether the game is small enough for its measures to be shown by default.
func (r *Report) Few() bool { return r.States == nil || *r.States <= fewStates }

// Goal returns the aim of a game in one sentence or, if it is not given, the first
// paragraph of the rules.
func Goal(info *games.Info) string {
	if info.Summary == "" && len(info.Rules) > 0 {
		return info.Rules[0]
	}
	return words.Sentence(info.Summary)
}

// New returns the report of a solved game.
func New(b solved.Game) (*Report, error) {
	info, solution := b.Info(), b.Solution()
	r := &Report{
		Game: info.Name, Title: info.Title, Kind: words.Kind(info), WidestBounds: words.WidestBounds(info, &solution.Outcomes),
		Roles: info.Roles, Goal: Goal(info), Variation: cmp.Or(info.Variation(), info.Label()), Rules: info.Rules, Symmetry: info.Symmetry, LayerName: info.LayerName,
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
	switch {
	case solution.Nodes > 0:
		r.Solved.Nodes, r.Solved.Positions = solution.Nodes, solution.States()
	case len(solution.Tiers) > 0:
		r.countTiers(solution)
	case solution.States() > 0: // the game has a table, not only search results
		r.count(solution)
	}
	if r.Searched() && !r.Proved() { // nothing stored can be verified
		r.Digest, r.Solved.Verify = "", ""
	}
	if err := r.lookUp(b); err != nil {
		return nil, fmt.Errorf("report %s: %w", info.Label(), err)
	}
	return r, nil
}

func (r *Report) lookUp(b solved.Game) (err error) {
	if r.Start, err = b.Start(); err != nil {
		return err
	}
	if r.Solved.Disk, err = b.Size(); err != nil {
		return err
	}
	if r.Info.Stochastic {
		r.Positions, r.Line.Moves = []*solved.Position{r.Start}, []string{}
		return r.findExamples(b)
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
	if err := r.findMistake(b); err != nil {
		return err
	}
	return r.findExamples(b)
}

// MovesTitle returns the title for the moves of r.Start.
func (r *Report) MovesTitle() string {
	if r.Start.Random {
		return "First random moves, most probable first"
	}
	return "First moves, best first"
}

func verifyCommand(info *games.Info) string { return "zermelo verify " + typed(info) }

// SolveCommand returns the command that builds a table of the game.
func (r *Report) SolveCommand() string { return "zermelo solve " + typed(r.Info) }

// Label returns the display name of the game.
func (r *Report) Label() string { return r.Info.Label() }

// typed returns the game as a shell argument, quoted if necessary.
func typed(info *games.Info) string {
	if spec := info.Spec(); strings.ContainsAny(spec, " \n'\"&;()<>|*?[]{}$`\\!#~") || spec != games.Clean(spec) {
		return strconv.Quote(spec)
	}
	return info.Spec()
}

func (r *Report) count(solution *job.Solution) {
	r.Uncounted = solution.TerminalsOmitted && !solution.TerminalsCounted
	contest := solution.Outcomes.Kind == value.Alternating
	values, remoteness := map[string]int64{}, map[int]int64{}
	var states, terminals, moves, wins, raw, rawTerminals int64
	r.OnlyMoves = new(solved.Part)
	for i := range solution.Layers {
		s := &solution.Layers[i]
		l := Layer{
			Layer: i, States: s.States, Terminals: r.ends(s.Terminals), RawStates: s.RawStates, RawTerminals: r.ends(s.RawTerminals),
			Moves: s.Moves, Choices: s.Choices, OnlyMoves: s.OnlyMoves, Values: r.valueCounts(s.Values),
		}
		if contest {
			l.MoverWins = new(s.MoverWins)
		}
		r.Layers = append(r.Layers, l)
		states += s.States
		terminals += s.Terminals
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
		r.Plies = append(r.Plies, Ply{i, s.States, r.ends(s.Terminals), s.RawStates, r.ends(s.RawTerminals)})
	}
	r.Uninfluential = r.Info.Uninfluential
	r.States, r.Terminals = new(states), r.ends(terminals)
	if solution.RawStates > 0 {
		r.RawStates = new(solution.RawStates)
	}
	if solution.RawStates == raw {
		r.RawTerminals = r.ends(rawTerminals)
	}
	r.Branching = new(Mean(moves, states-terminals))
	if contest {
		r.MoverWins = &solved.Part{Count: wins, Of: states - terminals}
	}
	r.Values = r.valueCounts(values)
	for _, plies := range slices.Sorted(maps.Keys(remoteness)) {
		r.Remoteness = append(r.Remoteness, RemotenessCount{plies, remoteness[plies]})
	}
}

// ends returns a pointer to n, or nil if the report does not count terminal states.
func (r *Report) ends(n int64) *int64 {
	if r.Uncounted {
		return nil
	}
	return &n
}

// valueCounts returns counts sorted by payoff. The keys of counts are payoffs in the game's unit.
func (r *Report) valueCounts(counts map[string]int64) []ValueCount {
	list := make([]ValueCount, 0, len(counts))
	rats := make(map[string]*big.Rat, len(counts))
	for v, n := range counts {
		if x, ok := new(big.Rat).SetString(v); ok {
			x = r.Info.ExactPoints(x)
			v = x.RatString()
			rats[v] = x
		}
		list = append(list, ValueCount{Payoff: v, Words: words.Payoff(r.Info, v), States: n})
	}
	slices.SortFunc(list, func(a, b ValueCount) int { return rats[a.Payoff].Cmp(rats[b.Payoff]) })
	return list
}

// findExamples sets r.Longest, r.Critical and r.Alternating from the examples in the layers. For a
// tiered table, it sets r.Longest and r.Zugzwangs instead.
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
		if s.Longest == nil || len(r.Roles) == 1 { // no opponent
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
	r.Alternating = len(r.Roles) == 2 && !r.Info.Stochastic && r.Start.Mover >= 0 && r.LayerName != "" && !slices.ContainsFunc(seen, func(p *solved.Position) bool {
		return !p.Terminal && p.Mover != (r.Start.Mover+p.Layer)%2
	})
	return nil
}

// Measure sets r.Measures or r.NotMeasured and, if explained is set, r.Explained. See [measure.Of]
// for the cost.
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

// Count sets r.Counts or r.NotCounted; see [solved.Game].
func (r *Report) Count(ctx context.Context, b solved.Game, reachable bool) (err error) {
	r.Counts, err = b.Counts(ctx, reachable)
	var none *measure.NotMeasuredError
	if errors.As(err, &none) {
		r.NotCounted = none.Why
		return nil
	}
	return err
}

// LineTitle returns the title for r.Line.
func (r *Report) LineTitle() string {
	if !r.Start.Proven() && !r.Info.GeneralSum {
		return "Best line found"
	}
	return "A line of perfect play"
}

// FoundBySearch explains why a report based on a search has no counts. The text ends with a colon
// and should be followed by SolveCommand.
func (r *Report) FoundBySearch() string {
	basis := "This report is based on stored search results; no proof of the start is stored."
	if r.Proved() {
		basis = "The value of the start was found by search and proven by a strategy."
	}
	return basis + " Counts and values of all states require a table:"
}

// Tier counts the states in a tier, including unreachable and terminal states. Wins and losses
// refer to the player to move.
type Tier struct {
	Tier      string `json:"tier"`
	Indexes   uint64 `json:"indexes"`
	States    int64  `json:"states"`
	RawStates int64  `json:"raw_states"`
	Terminals int64  `json:"terminals"`
	Moves     int64  `json:"moves"` // number of moves, over all states
	Wins      int64  `json:"wins"`
	Losses    int64  `json:"losses"`
	Draws     int64  `json:"draws"`
	Longest   int    `json:"longest"` // plies of the longest win or loss, or -1
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
	r.States, r.Terminals, r.RawStates = new(r.Mover.States), new(r.Mover.Terminals), new(r.Mover.RawStates)
	r.Branching = new(Mean(moves, r.Mover.States-r.Mover.Terminals))
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
