package solved

import (
	"encoding/json"
	"math/big"
	"testing"

	"zermelo/solver/value"
)

func TestMoveIsAccusedOnlyWhereBothValuesAreKnown(t *testing.T) {
	worth := func(payoff int64) value.Outcome {
		return value.Outcome{Payoff: value.Payoffs{big.NewRat(payoff, 1), big.NewRat(100-payoff, 1)}}
	}
	open := value.Outcome{Remoteness: -1}
	for _, c := range []struct {
		role, moves   int
		before, after value.Outcome
		want          Kept
		text, json    string
	}{
		{0, 2, worth(100), worth(100), KeptYes, "yes", "true"},
		{0, 2, worth(100), worth(50), KeptNo, "no", "false"},
		{1, 2, worth(0), worth(50), KeptNo, "no", "false"},
		{0, 2, worth(100), open, KeptUnknown, "not known", "null"},
		{0, 2, open, worth(0), KeptUnknown, "not known", "null"},
		{-1, 2, open, open, KeptUnknown, "not known", "null"}, // simultaneous
		{0, 1, open, open, KeptYes, "yes", "true"},
	} {
		got := keptBetween(c.role, c.moves, c.before, c.after)
		data, err := json.Marshal(got)
		var back Kept
		if err := json.Unmarshal(data, &back); err != nil || back != got {
			t.Errorf("%s is read as %v, %v", data, back, err)
		}
		if got != c.want || got.String() != c.text || string(data) != c.json || err != nil {
			t.Errorf("%+v: %v, JSON %s, %v", c, got, data, err)
		}
	}
	if err := new(Kept).UnmarshalJSON([]byte(`"maybe"`)); err == nil {
		t.Error(`"maybe" is read`)
	}
}
