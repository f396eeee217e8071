// Package compare puts the facts about several solved games side by side.
//
// Comparison.Add takes the facts of a game from its report. Groups lists the tables
// of a comparison; each Fact of them has a name, words for people, and a cell for a
// spreadsheet.
package compare

import (
	"zermelo/reports/measure"
	"zermelo/reports/model"
	"zermelo/reports/solved"
)

// MaxDrawn is how many games of a comparison are drawn. The tables have all.
const MaxDrawn = 60

// Comparison puts solved games side by side. As JSON it has stable field names.
type Comparison struct {
	Games []Compared `json:"games"` // not nil
	// Skipped are the games that could not be solved, in a sweep.
	Skipped []Skipped `json:"skipped,omitempty"`

	// Drawn are the reports of the first MaxDrawn games, for pages.
	Drawn []*model.Report `json:"-"`
}

// Compared holds the facts of one game. Counts are those of model.Report.
type Compared struct {
	Game    string   `json:"game"` // the variant's name
	Label   string   `json:"-"`    // Game as people read it; may be empty
	Title   string   `json:"title"`
	Roles   []string `json:"roles"`
	Value   string   `json:"value"`             // in words
	Payoffs []string `json:"payoffs,omitempty"` // exact, by role
	// Plies is the length of perfect play, or -1 where that depends on chance or is
	// not known.
	Plies        int                `json:"plies"`
	States       int64              `json:"states"` // 0 for a game without a table
	RawStates    int64              `json:"raw_states,omitempty"`
	Terminals    int64              `json:"terminals"`
	Branching    float64            `json:"branching"`
	OnlyMoves    solved.Part        `json:"only_moves"`
	MoverWins    *solved.Part       `json:"mover_wins,omitempty"`
	Values       []model.ValueCount `json:"values,omitempty"`
	LongestWin   int                `json:"longest_win"` // in plies; -1 if there is none or it is not known
	Measures     *measure.Measures  `json:"measures,omitempty"`
	NotMeasured  string             `json:"not_measured,omitempty"` // why there are no measures although they were asked for
	Digest       string             `json:"digest"`
	Method       string             `json:"method"`
	SolveSeconds float64            `json:"solve_seconds"`
	DiskBytes    int64              `json:"disk_bytes"`
}

// Skipped is a game without a table, and why.
type Skipped struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

// Add appends the game of a report.
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
		Plies: r.Start.Value.Plies, States: r.States, RawStates: r.RawStates, Terminals: r.Terminals, Branching: r.Branching,
		OnlyMoves: r.OnlyMoves, MoverWins: moverWins(r), Values: r.Values, LongestWin: longest, Measures: r.Measures, NotMeasured: r.NotMeasured,
		Digest: r.Digest, Method: r.Solved.Method, SolveSeconds: r.Solved.Seconds, DiskBytes: r.Solved.Disk,
	})
}

// moverWins counts the states where the player to move wins; nil where that has
// no meaning. Of tiers the states that are over count too.
func moverWins(r *model.Report) *solved.Part {
	if r.Mover != nil {
		return &solved.Part{Count: r.Mover.Wins, Of: r.Mover.States}
	}
	return r.MoverWins
}
