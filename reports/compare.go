package reports

import "zermelo/reports/measure"

// Comparison puts solved games side by side. As JSON it has stable field names.
type Comparison struct {
	Games []Compared `json:"games"` // not nil
	// Skipped are the games that could not be solved, in a sweep.
	Skipped []Skipped `json:"skipped,omitempty"`

	// drawn are the reports of the first of the games, for pages.
	drawn []*Report
}

// Compared is what a comparison says about one game. Counts are those of Report.
type Compared struct {
	Game    string   `json:"game"` // the variant's name
	label   string   // Game as people read it; may be empty
	Title   string   `json:"title"`
	Roles   []string `json:"roles"`
	Value   string   `json:"value"`             // in words
	Payoffs []string `json:"payoffs,omitempty"` // exact, by role
	// Plies is how long perfect play lasts, or -1 where that depends on chance or
	// is not known.
	Plies        int               `json:"plies"`
	States       int64             `json:"states"` // 0 of a game that is only proved
	RawStates    int64             `json:"raw_states,omitempty"`
	Terminals    int64             `json:"terminals"`
	Branching    float64           `json:"branching"`
	OnlyMoves    Part              `json:"only_moves"`
	MoverWins    *Part             `json:"mover_wins,omitempty"`
	Values       []ValueCount      `json:"values,omitempty"`
	LongestWin   int               `json:"longest_win"` // in plies; -1: there is none, or it is not known
	Measures     *measure.Measures `json:"measures,omitempty"`
	NotMeasured  string            `json:"not_measured,omitempty"` // why there are none although they were asked for
	Digest       string            `json:"digest"`
	Method       string            `json:"method"`
	SolveSeconds float64           `json:"solve_seconds"`
	DiskBytes    int64             `json:"disk_bytes"`
}

// Skipped is a game without a table, and why.
type Skipped struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

// Add puts a report's game last.
func (c *Comparison) Add(r *Report) {
	if len(c.drawn) < maxCards {
		c.drawn = append(c.drawn, r)
	}
	longest := -1
	if r.Longest != nil {
		longest = r.Longest.Value.Plies
	}
	c.Games = append(c.Games, Compared{
		Game: r.Game, label: r.Label(), Title: r.Title, Roles: r.Roles, Value: r.Start.Value.Words, Payoffs: r.Start.Value.Payoffs,
		Plies: r.Start.Value.Plies, States: r.States, RawStates: r.RawStates, Terminals: r.Terminals, Branching: r.Branching,
		OnlyMoves: r.OnlyMoves, MoverWins: r.moverWins(), Values: r.Values, LongestWin: longest, Measures: r.Measures, NotMeasured: r.NotMeasured,
		Digest: r.Digest, Method: r.Solved.Method, SolveSeconds: r.Solved.Seconds, DiskBytes: r.Solved.Disk,
	})
}

// moverWins counts the states where the player to move wins; nil where that has
// no meaning. Of tiers the states that are over count too.
func (r *Report) moverWins() *Part {
	if r.Mover != nil {
		return &Part{Count: r.Mover.Wins, Of: r.Mover.States}
	}
	return r.MoverWins
}
