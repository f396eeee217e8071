package book

import (
	"fmt"
	"slices"

	"zermelo/solver/value"
)

// Kept says whether a move keeps the value of its position. It is unknown where a
// proof covers only some of the positions. As JSON it is true, false or null.
type Kept int8

// The zero value blames no move.
const (
	KeptUnknown Kept = iota
	KeptYes
	KeptNo
)

func keptIf(keeps bool) Kept {
	if keeps {
		return KeptYes
	}
	return KeptNo
}

// keptBetween compares the values before and after one of several moves of a role.
// An only move keeps the value, known or not.
func keptBetween(role, moves int, before, after value.Outcome) Kept {
	switch {
	case moves == 1:
		return KeptYes
	case !proven(before) || !proven(after):
		return KeptUnknown
	}
	return keptIf(before.Payoff[role].Cmp(after.Payoff[role]) == 0)
}

// String is "yes", "no" or "not known".
func (k Kept) String() string { return [...]string{"not known", "yes", "no"}[k] }

func keptJSON() []string { return []string{"null", "true", "false"} }

// MarshalJSON implements json.Marshaler.
func (k Kept) MarshalJSON() ([]byte, error) { return []byte(keptJSON()[k]), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (k *Kept) UnmarshalJSON(data []byte) error {
	i := slices.Index(keptJSON(), string(data))
	if i < 0 {
		return fmt.Errorf("whether a move keeps the value: want true, false or null, got %s", data)
	}
	*k = Kept(i)
	return nil
}
