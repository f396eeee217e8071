package book

import (
	"fmt"

	"zermelo/solver/value"
)

// Kept says whether a move keeps the value of its position. That is not always
// known: a proof tells the value of some positions only. As JSON it is true,
// false or null.
type Kept int8

// The zero value accuses no move.
const (
	KeptUnknown Kept = iota
	KeptYes
	KeptNo
)

// keptIf is a Kept that is known.
func keptIf(keeps bool) Kept {
	if keeps {
		return KeptYes
	}
	return KeptNo
}

// keptBetween tells by the values before and after a move of a role. The only
// move of a position keeps its value, whatever that is.
func keptBetween(role, moves int, before, after value.Outcome) Kept {
	switch {
	case moves == 1:
		return KeptYes
	case !Proven(before) || !Proven(after):
		return KeptUnknown
	}
	return keptIf(before.Payoff[role].Cmp(after.Payoff[role]) == 0)
}

// String is yes, no or not known.
func (k Kept) String() string {
	return [...]string{"not known", "yes", "no"}[k]
}

// MarshalJSON implements json.Marshaler.
func (k Kept) MarshalJSON() ([]byte, error) {
	return []byte([...]string{"null", "true", "false"}[k]), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (k *Kept) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "null":
		*k = KeptUnknown
	case "true":
		*k = KeptYes
	case "false":
		*k = KeptNo
	default:
		return fmt.Errorf("whether a move keeps the value: want true, false or null, got %s", data)
	}
	return nil
}
