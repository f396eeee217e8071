package solved

import (
	"cmp"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/solver/value"
)

// Analysis is the result of looking up or searching a position. Its JSON field names are stable.
type Analysis struct {
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Board    []string `json:"board"`
	// Terminal reports whether the game is over. No role is to move then; Low, High and Estimate are
	// those of the first role.
	Terminal bool      `json:"terminal,omitempty"`
	Payoffs  []float64 `json:"payoffs,omitempty"` // payoffs of a terminal position
	Mover    string    `json:"mover,omitempty"`   // name of the role to move
	Chance   bool      `json:"chance,omitempty"`  // the next move is random; Low, High and Estimate are those of the first role
	Proven   bool      `json:"proven"`
	Source   string    `json:"source"` // "table", "stored" (an earlier search), "search" or "rules"
	Value    string    `json:"value"`  // result of perfect play in words, or "not proven"
	// Low is a proven lower bound on the payoff of the role to move, in points.
	Low float64 `json:"low"`
	// High is a proven upper bound on the payoff of the role to move, in points.
	High float64 `json:"high"`
	// Estimate is between -1 (the role to move loses) and 1 (it wins).
	Estimate float64  `json:"estimate"`
	Line     []string `json:"line"`
	// Shortest reports whether Line is a shortest play with this value in a single-role game.
	Shortest bool `json:"shortest,omitempty"`
	// AtLeast is a lower bound on the number of plies needed to reach High in a single-role game.
	AtLeast int     `json:"plies_at_least,omitempty"`
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Rate    int64   `json:"nodes_per_second"` // speed of the search
	Seconds float64 `json:"seconds"`
	Fill    float64 `json:"table_fill"` // used share of the transposition table, between 0 and 1
	// Expected holds the estimated payoff of each role, in points. It is set by Monte Carlo tree search and
	// in games with random moves.
	Expected []float64 `json:"expected,omitempty"`
	Playouts uint64    `json:"playouts,omitempty"` // number of random plays of a Monte Carlo tree search
	// SumUnproven reports whether the bounds assume that payoffs always add up to the total, as
	// they do in all terminal states visited by the search.
	SumUnproven bool `json:"sum_unproven,omitempty"`
	// RepeatsUnproven reports whether positions may repeat. The bounds do not depend on it.
	RepeatsUnproven bool `json:"repeats_unproven,omitempty"`
	// Moves lists all legal moves, best first. It is empty unless it was requested. If several roles
	// move, it lists the moves of each role. For a random move, it lists the outcomes.
	Moves []AnalyzedMove `json:"moves,omitempty"`
}

// Values of Analysis.Source.
const (
	SourceTable  = "table"  // table of all positions
	SourceStored = "stored" // results of earlier searches
	SourceSearch = "search"
	SourceRules  = "rules" // the position is terminal
)

func newAnalysis(info *games.Info, position string, d games.Drawing, a *deepen.Analysis) *Analysis {
	rate := 0.0
	if a.Elapsed > 0 {
		rate = float64(a.Nodes) / a.Elapsed.Seconds()
	}
	source := SourceSearch
	if a.Recalled {
		source = SourceStored
	}
	return &Analysis{
		Game: info.Name, Position: position, Board: boardLines(d), Mover: info.Roles[a.Mover],
		Proven: a.Proven(), Source: source, Value: AnalysisWords(info, a), Low: PointsOf(info, a.Low), High: PointsOf(info, a.High),
		Estimate: a.Estimate, Line: a.Line, Depth: a.Depth, Nodes: a.Nodes, Rate: int64(rate), Seconds: a.Elapsed.Seconds(), Fill: a.Fill,
		SumUnproven: info.SumUnproven, RepeatsUnproven: info.RepeatsUnproven,
	}
}

// finalAnalysis describes a terminal position.
func finalAnalysis[S games.State](g games.Game[S], s S) *Analysis {
	info, payoffs := g.Info(), g.Payoffs(nil, []S{s})[0]
	outcomes := value.Outcomes{Kind: value.Alternating, Total: info.Total}
	a := &Analysis{
		Game: info.Name, Position: games.NotationOf(g).FormatState(s), Board: boardLines(games.DrawingOf(g, s)), Terminal: true,
		Proven: true, Source: SourceRules, Value: words.Outcome(info, outcomes.Of(value.Measured(payoffs[0], 0))), Line: []string{},
	}
	for role := range info.Roles {
		a.Payoffs = append(a.Payoffs, info.Points(int(payoffs[role])))
	}
	a.Low, a.High = a.Payoffs[0], a.Payoffs[0]
	if len(info.Roles) == 2 {
		a.Estimate = float64(search.ScoreOf(info.Total, payoffs[0])) / float64(search.Plain(g).Scores())
	}
	return a
}

// TableAnalysis describes a nonterminal position in a table, with a line of perfect play.
// CheckAnalyze must accept the game.
func TableAnalysis(b Game, at *Position) (*Analysis, error) {
	_, line, err := b.Line(at.Text, tableLine)
	if err != nil {
		return nil, err
	}
	info := b.Info()
	a := &Analysis{
		Game: info.Name, Position: at.Text, Board: at.Board, Chance: at.Random, Proven: true, Source: SourceTable, Value: at.Value.Words, Line: line,
	}
	role := max(0, at.Mover)
	if !at.Random {
		a.Mover = info.Roles[role]
	}
	a.Low, a.High = outcomeBounds(info, &at.Outcome, role)
	a.Estimate = b.standing(at.Outcome.Payoff[role])
	return a, nil
}

// outcomeBounds returns bounds on the payoff of a role, in points.
func outcomeBounds(info *games.Info, o *value.Outcome, role int) (low, high float64) {
	low, _ = info.ExactPoints(o.Payoff[role]).Float64()
	if o.Error == nil {
		return low, low
	}
	limit, _ := info.ExactPoints(o.Error).Float64()
	return low - limit, low + limit
}

// tableLine is the maximum number of moves in a line from a table. Endless play can be long
// before a position repeats.
const tableLine = 200

// PointsOf converts a search score to a payoff in points.
func PointsOf(info *games.Info, score int) float64 {
	return info.Points(int(search.PayoffOf(info.Total, score)))
}

// AnalysisWords returns the value of a position as text, or "not proven".
func AnalysisWords(info *games.Info, a *deepen.Analysis) string {
	o := value.Outcome{Remoteness: -1}
	if a.Proven() {
		payoff := int64(search.PayoffOf(info.Total, a.Low))
		o.Payoff[a.Mover] = big.NewRat(payoff, 1)
		o.Payoff[1-a.Mover] = big.NewRat(int64(info.Total)-payoff, 1)
	}
	return words.Outcome(info, o)
}

// CheckAnalyze returns a [games.InputError] if the game cannot be searched. A search requires a
// game of two players with alternating moves and constant-sum payoffs within [search.MaxScore]
// of a draw. Games with random moves are searched by other methods.
func CheckAnalyze(info *games.Info) error {
	switch {
	case info.Stochastic:
		return games.BadInput("%s: this search requires a game without random moves; run: zermelo solve %q", info.Label(), info.Spec())
	case len(info.Roles) != 2:
		return games.BadInput("%s: analyze requires two players, but this game has %s; run: zermelo solve %q", info.Label(), words.Plural(int64(len(info.Roles)), "player"), info.Spec())
	case value.KindOf(info) != value.Alternating:
		return games.BadInput("%s: analyze requires a two-player constant-sum game with alternating moves, not a %s game; run: zermelo solve %q", info.Label(), words.Kind(info), info.Spec())
	case search.MaxScoreOf(info) > search.MaxScore:
		return games.BadInput("%s: analyze requires payoffs within %d of a draw, not %d; run: zermelo solve %q",
			info.Label(), search.MaxScore, search.MaxScoreOf(info), info.Spec())
	}
	return nil
}

// AnalyzedMove is the result of looking up or searching a move.
type AnalyzedMove struct {
	Move     string `json:"move"`
	Position string `json:"position"` // position after the move
	Proven   bool   `json:"proven"`
	Value    string `json:"value"` // result of perfect play in words, or "not proven"
	// Low is a proven lower bound on the payoff of the role making the move, in points.
	Low float64 `json:"low"`
	// High is a proven upper bound on the payoff of the role making the move, in points.
	High float64 `json:"high"`
	// Estimate is between -1 (the role making the move loses) and 1 (this role wins).
	Estimate float64  `json:"estimate"`
	Line     []string `json:"line"` // best line found, which begins with Move
	Depth    int      `json:"depth"`
	Nodes    uint64   `json:"nodes"`
	// By is the role that makes the move if several roles move simultaneously.
	By string `json:"by,omitempty"`
	// Probability is the probability of the move in the strategy of that role, or of the outcome of a
	// random move.
	Probability *float64 `json:"probability,omitempty"`
}

// addMoves adds the moves of position s to its analysis. For each nonterminal child, it calls
// analyze with the child and the number of moves still to be added, including the move to this
// child.
func addMoves[S games.State](to *Analysis, g games.Game[S], s S, analyze func(s S, rest int) (deepen.Analysis, error)) error {
	info, notation, mover := g.Info(), games.NotationOf(g), games.Mover(g, s)
	children, _ := g.Expand(nil, nil, []S{s})
	_, ends := g.Expand(nil, nil, children)
	from := int32(0)
	for i, name := range notation.Moves(s)[mover] {
		a := deepen.Analysis{Mover: 1 - mover} // used if the child is terminal
		if ends[i] == from {
			a.Low = search.ScoreOf(info.Total, g.Payoffs(nil, children[i:i+1])[0][a.Mover])
			a.High, a.Estimate = a.Low, float64(a.Low)/float64(search.Plain(g).Scores())
		} else {
			var err error
			if a, err = analyze(children[i], len(children)-i); err != nil {
				return err
			}
		}
		from = ends[i]
		words, own := AnalysisWords(info.WithoutUnit(), &a), search.Bounds{Low: a.Low, High: a.High}
		if a.Mover != mover {
			own, a.Estimate = own.Before(1), 0-a.Estimate
		}
		to.Moves = append(to.Moves, AnalyzedMove{
			Move: name, Position: notation.FormatState(children[i]), Proven: a.Proven(), Value: words,
			Low: PointsOf(info, own.Low), High: PointsOf(info, own.High), Estimate: a.Estimate,
			Line: append([]string{name}, a.Line...), Depth: a.Depth, Nodes: a.Nodes,
		})
	}
	to.sortMoves()
	return nil
}

func addTableMoves(to *Analysis, b Game, at *Position) error {
	for _, m := range at.Moves {
		_, line, err := b.Line(m.Child, tableLine)
		if err != nil {
			return err
		}
		role := max(0, at.Mover)
		move := AnalyzedMove{
			Move: m.Name, Position: m.Child, Proven: true, Value: m.Value.Words,
			Estimate: b.standing(m.Outcome.Payoff[role]), Line: append([]string{m.Name}, line...),
		}
		move.Low, move.High = outcomeBounds(b.Info(), &m.Outcome, role)
		if p, ok := new(big.Rat).SetString(m.Probability); ok && at.Random {
			x, _ := p.Float64()
			move.Probability = &x
		}
		to.Moves = append(to.Moves, move)
	}
	return nil
}

// sortMoves sorts the moves, best first. If moves are equally good, the first move of a.Line
// precedes the others.
func (a *Analysis) sortMoves() {
	behind := func(m AnalyzedMove) int {
		if len(a.Line) > 0 && m.Move == a.Line[0] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(a.Moves, func(x, y AnalyzedMove) int {
		return cmp.Or(cmp.Compare(y.Estimate, x.Estimate), cmp.Compare(behind(x), behind(y)))
	})
}
