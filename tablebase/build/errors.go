package build

import "fmt"

// NotSearchableError says that searches cannot solve a game.
type NotSearchableError struct {
	Label string // of the game, see games.Info.Label
	Want  string // what searches need, as in "games of two players"; "" if that goes without saying
	Have  string // what the game is instead, as in "nim has one"
}

func (e *NotSearchableError) Error() string {
	if e.Want == "" {
		return e.Have
	}
	return fmt.Sprintf("searches solve %s; %s", e.Want, e.Have)
}

// NotTieredError says that a game is not numbered tier by tier, but enumerated.
type NotTieredError struct {
	Label string // of the game
}

func (e *NotTieredError) Error() string {
	return e.Label + " is not numbered tier by tier, but enumerated"
}

// NoTierError says that a game has no tier of a name.
type NoTierError struct {
	Tier        string // the name
	First, Last string // tiers that it has
}

func (e *NoTierError) Error() string {
	return fmt.Sprintf("there is no tier %.100q; the first is %s and the last %s", e.Tier, e.First, e.Last)
}

// UnfinishedError says why a search came to no end.
type UnfinishedError struct {
	Err  error // why; that of the context if it was cancelled
	Kept bool  // what was proven on the way is kept: the next search goes on from there
	Lost error // why not all of that could be kept; else nil
}

func (e *UnfinishedError) Error() string {
	if e.Lost != nil {
		return fmt.Sprintf("%v; and not all that was proven on the way could be kept: %v", e.Err, e.Lost)
	}
	return e.Err.Error()
}

// Unwrap is both errors.
func (e *UnfinishedError) Unwrap() []error {
	if e.Lost != nil {
		return []error{e.Err, e.Lost}
	}
	return []error{e.Err}
}
