// Package compare builds tables that compare several solved games.
//
// Comparison.Add adds the facts from a report. Groups returns the tables in a comparison. Each
// column is a Fact, which has a name and functions that format it for display and for
// spreadsheets.
package compare

import (
	"zermelo/reports/measure"
	"zermelo/reports/model"
	"zermelo/reports/solved"
)

// MaxDrawn is the maximum number of games in a comparison that have pictures.
const MaxDrawn = 60

// Comparison holds the facts about several solved games. Its JSON field names are stable.
type Comparison struct {
	Games []Compared `json:"games"` // the compared games; never null
	// Skipped lists the games in a sweep that could not be solved.
	Skipped []Skipped `json:"skipped,omitempty"`

	// Drawn holds the reports of the first MaxDrawn games.
	Drawn []*model.Report `json:"-"`
}

// Compared holds the facts about a game. Counts are copied from model.Report and are nil if
// unknown.
type Compared struct {
	Game    string   `json:"game"`
	Label   string   `json:"-"` // display name; may be empty
	Title   string   `json:"title"`
	Roles   []string `json:"roles"`
	Value   string   `json:"value"`
	Payoffs []string `json:"payoffs,omitempty"`
	// Plies is the length of perfect play, or -1 if the length is random or unknown.
	Plies int `json:"remoteness"`
	// ExpectedPlies is the expected length of perfect play if moves can be random. It is nil if it is
	// unknown.
	ExpectedPlies *float64           `json:"expected_plies,omitempty"`
	States        *int64             `json:"states"`
	RawStates     *int64             `json:"raw_states"`
	Terminals     *int64             `json:"terminals"`
	Branching     *float64           `json:"branching"`
	OnlyMoves     *solved.Part       `json:"only_moves"`
	MoverWins     *solved.Part       `json:"mover_wins,omitempty"`
	Values        []model.ValueCount `json:"values,omitempty"`       // states by the payoff of the first role
	LongestWin    int                `json:"longest_win"`            // length in plies, or -1 if there is no win or it is unknown
	Measures      *measure.Measures  `json:"measures,omitempty"`     // set by --measures
	NotMeasured   string             `json:"not_measured,omitempty"` // reason why requested measures are missing
	Digest        string             `json:"digest"`
	Method        string             `json:"method"`
	SolveSeconds  float64            `json:"solve_seconds"` // elapsed time of the solve in seconds
	DiskBytes     int64              `json:"disk_bytes"`
}

// Skipped is a game that could not be solved and is missing from the comparison.
type Skipped struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

// Add adds the game described by a report to the comparison.
func (c *Comparison) Add(r *model.Report) {
	if len(c.Drawn) < MaxDrawn {
		c.Drawn = append(c.Drawn, r)
	}
	longest := -1
	if r.Longest != nil {
		longest = r.Longest.Value.Plies
	}
	c.Games = append(c.Games, Compared{
		Game: r.Game, Label: r.Label(), Title: r.Title, Roles: r.Roles, Value: r.Start.Value.Words, Payoffs: r.Start.Value.Payoffs,
		Plies: r.Start.Value.Plies, ExpectedPlies: r.Start.Value.ExpectedPlies, States: r.States, RawStates: r.RawStates, Terminals: r.Terminals, Branching: r.Branching,
		OnlyMoves: r.OnlyMoves, MoverWins: moverWins(r), Values: r.Values, LongestWin: longest, Measures: r.Measures, NotMeasured: r.NotMeasured,
		Digest: r.Digest, Method: r.Solved.Method, SolveSeconds: r.Solved.Seconds, DiskBytes: r.Solved.Disk,
	})
}

// moverWins returns the share of states won by the player to move, or nil if it is undefined.
// Terminal states are included only in games with tiers.
func moverWins(r *model.Report) *solved.Part {
	if r.Mover != nil {
		return &solved.Part{Count: r.Mover.Wins, Of: r.Mover.States}
	}
	return r.MoverWins
}
