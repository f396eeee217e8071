package book

import (
	"context"
	"fmt"
	"math/big"
	"strings"

	"zermelo/games"
	"zermelo/reports/picture"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/value"
)

// Analysis is what is known of a position, from a table or after a search: what
// analyze prints as JSON.
type Analysis struct {
	Game     string   `json:"game"`
	Position string   `json:"position"`
	Board    []string `json:"board"`
	Mover    string   `json:"mover"`  // the role to move
	Proven   bool     `json:"proven"` // that Value is so
	Source   string   `json:"source"` // what tells: one of the Source constants
	Value    string   `json:"value"`  // in words; "not proven" if not
	// Low and High bound the payoff of the role to move; they are proven.
	Low  int16 `json:"low"`
	High int16 `json:"high"`
	// Estimate is from -1, the worst for the role to move, to 1, the best.
	Estimate float64  `json:"estimate"`
	Line     []string `json:"line"`
	Depth    int      `json:"depth"`
	Nodes    uint64   `json:"nodes"`
	Rate     int64    `json:"nodes_per_second"`
	Seconds  float64  `json:"seconds"`
	Fill     float64  `json:"table_fill"` // 0 to 1
}

// What an Analysis rests on.
const (
	SourceTable  = "table"  // of all positions
	SourceStored = "stored" // what earlier searches have proven
	SourceSearch = "search"
)

// NewAnalysis puts the result of a search at a position into words.
func NewAnalysis(info *games.Info, position string, d games.Drawing, a *search.Analysis) (*Analysis, error) {
	var board strings.Builder
	if err := picture.Text(&board, d); err != nil {
		return nil, fmt.Errorf("draw the board: %w", err)
	}
	rate := 0.0
	if a.Elapsed > 0 {
		rate = float64(a.Nodes) / a.Elapsed.Seconds()
	}
	source := SourceSearch
	if a.Recalled {
		source = SourceStored
	}
	return &Analysis{
		Game: info.Name, Position: position, Board: strings.Split(strings.TrimRight(board.String(), "\n"), "\n"), Mover: info.Roles[a.Mover],
		Proven: a.Proven(), Source: source, Value: AnalysisWords(info, a), Low: search.PayoffOf(info.Total, a.Low), High: search.PayoffOf(info.Total, a.High),
		Estimate: a.Estimate, Line: a.Line, Depth: a.Depth, Nodes: a.Nodes, Rate: int64(rate), Seconds: a.Elapsed.Seconds(), Fill: a.Fill,
	}, nil
}

// TableAnalysis is what a table tells of a position: the value, and a line of
// perfect play. The game is one that CheckAnalyze accepts, and not over there.
func TableAnalysis(b Book, at *Position) (*Analysis, error) {
	_, line, err := b.Line(at.Text, tableLine)
	if err != nil {
		return nil, err
	}
	info := b.Info()
	a := &Analysis{
		Game: info.Name, Position: at.Text, Board: at.Board, Mover: info.Roles[at.Mover], Proven: true, Source: SourceTable, Value: at.Value.Words, Line: line,
	}
	payoff := at.Outcome.Payoff[at.Mover]
	a.Low = int16(payoff.Num().Int64()) // whole, where two take turns
	a.High, a.Estimate = a.Low, b.Standing(payoff)
	return a, nil
}

// tableLine is how many moves of a line from a table are listed at most: those
// of endless play would be many.
const tableLine = 200

// AnalysisWords says what the value of a position is, or "not proven".
func AnalysisWords(info *games.Info, a *search.Analysis) string {
	o := value.Outcome{Remoteness: -1}
	if a.Proven() {
		payoff := int64(search.PayoffOf(info.Total, a.Low))
		o.Payoff[a.Mover] = big.NewRat(payoff, 1)
		o.Payoff[1-a.Mover] = big.NewRat(int64(info.Total)-payoff, 1)
	}
	return words.Outcome(info, o)
}

// Analyze searches a position of a game, the start if the text is empty, as far
// as o says, and needs no table. It returns a games.InputError for a position
// that is over, and for a game that CheckAnalyze refuses.
func Analyze(ctx context.Context, v games.Variant, text string, o search.DeepenOptions) (*Analysis, error) {
	if err := CheckAnalyze(v.Info()); err != nil {
		return nil, err
	}
	return of(v).analyze(ctx, text, o)
}

func (v typed[S]) analyze(ctx context.Context, text string, o search.DeepenOptions) (*Analysis, error) {
	g := v.game
	s, notation := g.Start(), games.NotationOf(g)
	if text != "" {
		var err error
		if s, err = notation.ParseState(text); err != nil {
			return nil, err
		}
	}
	d := search.NewDeepener(g, o)
	defer d.Close()
	a, err := d.Run(ctx, s)
	if err != nil {
		return nil, err
	}
	return NewAnalysis(g.Info(), notation.FormatState(s), games.DrawingOf(g, s), &a)
}

// CheckAnalyze returns a games.InputError for a game whose positions cannot be
// searched: searches take turns between two players for granted.
func CheckAnalyze(info *games.Info) error {
	switch {
	case len(info.Roles) != games.MaxRoles:
		return games.BadInput("analyze searches games of two players; %s has one: try zermelo solve %q", info.Label(), info.Spec())
	case info.ExtraMoves:
		return games.BadInput("analyze searches games where the players take turns; in %s a player can move again: try zermelo solve %q", info.Label(), info.Spec())
	case value.KindOf(info) != value.Alternating:
		return games.BadInput("analyze searches games of constant sum where two players move in turn; %s is %s: try zermelo solve %q", info.Label(), value.KindOf(info), info.Spec())
	}
	return nil
}
