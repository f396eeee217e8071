package solved

import (
	"context"
	"math"
	"math/big"
	"slices"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/mcts"
	"zermelo/solver/search/star"
	"zermelo/solver/value"
)

// NewTreeSearcher returns a Searcher that uses Monte Carlo tree search, which accepts every game.
// It does not use tables or stored results. Its Search returns the moves of all roles that move.
func NewTreeSearcher(v games.Variant, threads int, cache int64, seed uint64) Searcher {
	return treeSearcher{NewAnalyzer(v, AnalyzerOptions{
		Tree: true, AllMoves: true, Fresh: true, Threads: threads, Cache: cache, Seed: seed,
		Watch: func(func() AnalyzerProgress) (stop func()) { return func() {} },
	})}
}

type treeSearcher struct{ Analyzer }

func (w treeSearcher) Close() { _ = w.Analyzer.Close() } // no table can fail

func (w treeSearcher) Search(ctx context.Context, text string, limit time.Duration) (*Analysis, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return w.Analyze(ctx, text, "")
}

// treeAnalysis describes the result of a Monte Carlo tree search. It includes the moves if all is
// set or several roles move.
func treeAnalysis[S games.State](g games.Game[S], s S, a *mcts.Analysis, all bool) *Analysis {
	info, role := g.Info(), max(0, a.Mover)
	to := &Analysis{
		Game: info.Name, Position: games.NotationOf(g).FormatState(s), Board: boardLines(games.DrawingOf(g, s)), Proven: a.Proven(),
		Source: SourceSearch, Value: treeWords(info, a.Low, a.High), Estimate: a.Estimate, Line: slices.Clip(a.Line), Depth: a.Depth,
		Nodes: a.Nodes, Rate: int64(float64(a.Nodes) / max(a.Elapsed, time.Microsecond).Seconds()), Seconds: a.Elapsed.Seconds(), Fill: a.Fill,
		Playouts: a.Playouts, SumUnproven: info.SumUnproven, RepeatsUnproven: info.RepeatsUnproven,
	}
	to.Low, to.High = pointBounds(info, role, a.Low, a.High)
	for r := range info.Roles {
		to.Expected = append(to.Expected, a.Mean[r]/float64(info.UnitsPerPoint()))
	}
	if to.Chance = a.Mover == int(games.Chance); a.Mover >= 0 {
		to.Mover = info.Roles[a.Mover]
	}
	children, _ := g.Expand(nil, nil, []S{s})
	for r := range info.Roles {
		for i, m := range a.Moves[r] {
			if !all && a.Mover >= 0 {
				continue
			}
			move := AnalyzedMove{Move: m.Name, Proven: m.Low == m.High, Nodes: uint64(m.Visits), Line: []string{m.Name}}
			move.Low, move.High = pointBounds(info, 0, m.Low, m.High)
			move.Estimate, move.Value = m.Estimate, "not proven"
			if a.Mover < 0 {
				move.Probability = new(m.Probability)
			}
			if a.Mover == int(games.Both) {
				move.By = info.Roles[r]
			} else if move.Position = games.NotationOf(g).FormatState(children[i]); move.Proven {
				low := m.Low
				if r == 1 {
					low = float64(info.Total) - low
				}
				move.Value = treeWords(info.WithoutUnit(), low, low)
			}
			to.Moves = append(to.Moves, move)
		}
	}
	if a.Mover >= 0 {
		to.sortMoves()
	}
	return to
}

// pointBounds converts bounds on a payoff of role 0, in payoff units, to bounds on the payoff of a
// role in points. Payoffs are 16-bit integers.
func pointBounds(info *games.Info, role int, low, high float64) (float64, float64) {
	if role == 1 && !info.GeneralSum {
		low, high = float64(info.Total)-high, float64(info.Total)-low
	}
	low, high = max(low, math.MinInt16), min(high, math.MaxInt16)
	return low / float64(info.UnitsPerPoint()), high / float64(info.UnitsPerPoint())
}

// treeWords returns a value as text, or "not proven", given bounds on the payoff of role 0.
func treeWords(info *games.Info, low, high float64) string {
	o := value.Outcome{Remoteness: -1}
	if low == high {
		if x := math.Round(low*(1<<30)) / (1 << 30); math.Abs(x-low) < 1e-12 { // a rounding error
			low = x
		}
		o.Payoff[0] = new(big.Rat).SetFloat64(low)
		o.Payoff[1] = new(big.Rat).Sub(big.NewRat(int64(info.Total), 1), o.Payoff[0])
	}
	return words.Outcome(info, o)
}

// treeSearch is a search whose bounds need not be scores.
type treeSearch[S games.State] interface {
	Limit(nodes uint64, time time.Duration)
	Run(ctx context.Context, s S) mcts.Analysis
	Latest() *mcts.Analysis
	Close()
}

// runTree searches a position by expectiminimax if [star.Accepts] accepts the game and AnalyzerOptions.Tree is
// not set, and otherwise by Monte Carlo tree search. Leaves of the latter use the table and stored results.
func (a *typedAnalyzer[S]) runTree(ctx context.Context, s S) (*Analysis, error) {
	if cache := search.DivideMemory(a.o.Cache).Tables; a.tree == nil && !a.o.Tree && star.Accepts(a.game.Info()) {
		a.tree = star.New(a.game, cache, a.o.AllMoves)
	} else if a.tree == nil {
		o := mcts.Options[S]{Threads: a.threads(), Cache: cache, Seed: a.o.Seed}
		known, err := a.known()
		if err != nil {
			return nil, err
		}
		o.Known = known
		a.tree = mcts.New(a.game, o)
	}
	a.tree.Limit(a.o.Nodes, a.o.Time)
	ctx, end := games.WithFailure(ctx, a.game)
	defer end()
	defer a.o.Watch(func() AnalyzerProgress { return AnalyzerProgress{Tree: a.tree.Latest()} })()
	found := a.tree.Run(ctx, s)
	return treeAnalysis(a.game, s, &found, a.o.AllMoves), games.Failure(a.game)
}

// known returns a function that looks up positions in the table, or in the stored results of
// searches, or nil if there are none.
func (a *typedAnalyzer[S]) known() (func(s S) mcts.Known, error) {
	info := a.game.Info()
	if a.table != nil {
		table := a.table.(*solvedGame[S]).table
		return func(s S) (k mcts.Known) {
			o, err := table.Probe(nil, []S{s})
			if err != nil || !o[0].Solved() {
				return k
			}
			for role := range info.Roles {
				k.Payoffs[role], _ = o[0].Payoff[role].Float64()
			}
			k.Exact = true
			return k
		}, nil
	}
	if a.o.Fresh || a.o.DB == "" || CheckAnalyze(info) != nil {
		return nil, nil
	}
	if err := a.openFacts(); err != nil || a.facts == nil || a.facts.None() {
		return nil, err
	}
	var mu sync.Mutex
	return func(s S) mcts.Known {
		mu.Lock()
		defer mu.Unlock()
		low, high := a.facts.Bounds(s)
		if games.Mover(a.game, s) == 1 {
			low, high = -high, -low
		}
		k := mcts.Known{Bounded: true, Low: float64(search.PayoffOf(info.Total, low)), High: float64(search.PayoffOf(info.Total, high))}
		if k.Exact = low == high; k.Exact {
			k.Payoffs[0], k.Payoffs[1] = k.Low, float64(info.Total)-k.Low
		}
		return k
	}, nil
}
