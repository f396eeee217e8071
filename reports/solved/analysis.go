package solved

import (
	"math/big"
	"strconv"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/solver/value"
)

// Analysis is what a table or a search tells about a position. As JSON it has stable
// field names.
type Analysis struct {
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Board    []string `json:"board"`
	Mover    string   `json:"mover"`  // the role to move
	Proven   bool     `json:"proven"` // whether the value is
	Source   string   `json:"source"` // one of the Source constants
	Value    string   `json:"value"`  // in words, or "not proven"
	// Low and High are proven bounds of the payoff of the role to move.
	Low  int16 `json:"low"`
	High int16 `json:"high"`
	// Estimate is from -1, the worst for the role to move, to 1, the best.
	Estimate float64  `json:"estimate"`
	Line     []string `json:"line"`
	// Shortest says, in a game of one role, that no play to the value is shorter. AtLeast is
	// how many plies a play to High takes, where none is found.
	Shortest bool    `json:"shortest,omitempty"`
	AtLeast  int     `json:"plies_at_least,omitempty"`
	Depth    int     `json:"depth"`
	Nodes    uint64  `json:"nodes"`
	Rate     int64   `json:"nodes_per_second"`
	Seconds  float64 `json:"seconds"`
	Fill     float64 `json:"table_fill"` // 0 to 1
	// SumUnproven says that payoffs add up to the total at all ends that the search has met,
	// on which alone the bounds rest, and that it is not proven that they do elsewhere.
	SumUnproven bool `json:"sum_unproven,omitempty"`
	// RepeatsUnproven says that it is not proven that no position comes back; bounds hold
	// whether one does or not.
	RepeatsUnproven bool `json:"repeats_unproven,omitempty"`
	// Moves are all legal moves, the best first, if they were asked for.
	Moves []AnalyzedMove `json:"moves,omitempty"`
}

// Sources of an Analysis.
const (
	SourceTable  = "table"  // a table of all positions
	SourceStored = "stored" // results of earlier searches
	SourceSearch = "search"
)

// NewAnalysis describes the result of a search at a position.
func NewAnalysis(info *games.Info, position string, d games.Drawing, a *deepen.Analysis) *Analysis {
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
		Proven: a.Proven(), Source: source, Value: AnalysisWords(info, a), Low: search.PayoffOf(info.Total, a.Low), High: search.PayoffOf(info.Total, a.High),
		Estimate: a.Estimate, Line: a.Line, Depth: a.Depth, Nodes: a.Nodes, Rate: int64(rate), Seconds: a.Elapsed.Seconds(), Fill: a.Fill,
		SumUnproven: info.SumUnproven, RepeatsUnproven: info.RepeatsUnproven,
	}
}

// TableAnalysis describes a position of a table: its value and a line of perfect
// play. CheckAnalyze must accept the game, and the position must not be terminal.
func TableAnalysis(b Game, at *Position) (*Analysis, error) {
	_, line, err := b.Line(at.Text, tableLine)
	if err != nil {
		return nil, err
	}
	info := b.Info()
	a := &Analysis{
		Game: info.Name, Position: at.Text, Board: at.Board, Mover: info.Roles[at.Mover], Proven: true, Source: SourceTable, Value: at.Value.Words, Line: line,
	}
	payoff := at.Outcome.Payoff[at.Mover]
	a.Low = int16(payoff.Num().Int64()) // a whole number, where players take turns
	a.High, a.Estimate = a.Low, b.standing(payoff)
	return a, nil
}

// tableLine is the greatest number of moves in a line from a table. Play without
// end can take long to come back to a position.
const tableLine = 200

// AnalysisWords puts the value of a position into words; "not proven" if it is not.
func AnalysisWords(info *games.Info, a *deepen.Analysis) string {
	o := value.Outcome{Remoteness: -1}
	if a.Proven() {
		payoff := int64(search.PayoffOf(info.Total, a.Low))
		o.Payoff[a.Mover] = big.NewRat(payoff, 1)
		o.Payoff[1-a.Mover] = big.NewRat(int64(info.Total)-payoff, 1)
	}
	return words.Outcome(info, o)
}

// CheckAnalyze returns a games.InputError for a game that cannot be searched.
// Searches need two players of whom one is to move, and payoffs of constant sum that are not too far apart.
func CheckAnalyze(info *games.Info) error {
	switch {
	case len(info.Roles) != 2:
		count := "one"
		if n := len(info.Roles); n > 2 {
			count = strconv.Itoa(n)
		}
		return games.BadInput("analyze searches games of two players; %s has %s: try zermelo solve %q", info.Label(), count, info.Spec())
	case value.KindOf(info) != value.Alternating:
		return games.BadInput("analyze searches games of constant sum where two players move in turn; %s is %s: try zermelo solve %q", info.Label(), value.KindOf(info), info.Spec())
	case search.GreatestScore(info) > search.MostScore:
		return games.BadInput("analyze searches games whose payoffs are within %d of a draw; %s has a score of %d: try zermelo solve %q",
			search.MostScore, info.Label(), search.GreatestScore(info), info.Spec())
	}
	return nil
}
