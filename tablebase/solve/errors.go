package solve

import (
	"fmt"
	"time"

	"zermelo/solver/job"
)

// BudgetError is returned if building a table takes longer than Options.Budget. Unless InMemory is
// set, the next call of Solve resumes the table.
type BudgetError struct {
	Budget time.Duration
	Rest   time.Duration // estimated remaining time, or 0 if unknown
	// InMemory reports whether the values are computed in memory. The next call of Solve then
	// computes them again. It only uses the states if all of them have been enumerated.
	InMemory bool
}

func (e *BudgetError) Error() string {
	text := "stopped after " + job.Span(e.Budget.Seconds())
	if e.Rest > 0 {
		text += "; the rest takes about " + job.Span(e.Rest.Seconds())
	}
	return text
}

// NotSearchableError is returned for a game that a search cannot solve.
type NotSearchableError struct {
	Label string // game; see games.Info.Label
	Want  string // requirement, such as "games of two players"; may be empty
	Have  string // property of the game, such as "nim has one"
}

func (e *NotSearchableError) Error() string {
	if e.Want == "" {
		return e.Have
	}
	return fmt.Sprintf("searches require %s; %s", e.Want, e.Have)
}

// NotTieredError is returned if Options.Until is set for a game without tiers.
type NotTieredError struct {
	Label string // game
}

func (e *NotTieredError) Error() string {
	return e.Label + " has no tiers"
}

// NoTierError is returned if Options.Until does not name a tier of the game.
type NoTierError struct {
	Tier        string // name of the missing tier
	First, Last string // names of the first and the last tier
}

func (e *NoTierError) Error() string {
	return fmt.Sprintf("no tier %.100q; the tiers are %s to %s", e.Tier, e.First, e.Last)
}

// UnfinishedError is returned if a search stops without a result.
type UnfinishedError struct {
	Err  error // cause
	Kept bool  // intermediate results have been stored, and the next search uses them
	Lost error // error from storing intermediate results, or nil
}

func (e *UnfinishedError) Error() string {
	if e.Lost != nil {
		return fmt.Sprintf("%v; intermediate results were lost: %v", e.Err, e.Lost)
	}
	return e.Err.Error()
}

// Unwrap returns the errors of the search and of storing its results.
func (e *UnfinishedError) Unwrap() []error {
	if e.Lost != nil {
		return []error{e.Err, e.Lost}
	}
	return []error{e.Err}
}
