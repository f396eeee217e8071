package store

import (
	"bytes"
	"math/big"
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/value"
)

func FuzzHeader(f *testing.F) {
	half := big.NewRat(1, 2)
	mixed := value.Outcome{Payoff: value.Payoffs{half, half}, Security: value.Payoffs{half, new(big.Rat)}, Remoteness: -1}
	for _, outcomes := range []value.Outcomes{
		{Kind: value.Alternating, Total: 100}, {Kind: value.Simultaneous, Total: 1, List: []value.Outcome{mixed}}, {Kind: value.General, List: []value.Outcome{mixed, mixed}},
	} {
		h := &Header{Format: 1, Name: "game", Solution: &job.Solution{Outcomes: outcomes, Layers: []job.LayerStats{{States: 9}}}}
		data := h.encode()
		f.Add(data[:len(data)-8])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		h, err := decodeHeaderBody(data)
		if err != nil {
			return
		}
		h.Solution.Outcomes.Of(h.Solution.Start)
		if again, err := decodeHeader(h.encode()); err != nil || !bytes.Equal(again.encode(), h.encode()) {
			t.Fatal("another header after encoding", err)
		}
	})
}

func FuzzSeal(f *testing.F) {
	f.Add(sealed(seal{Format: 1, Name: "x", Files: []sealPart{{"a", 1, 2, 3}}})[:100])
	f.Fuzz(func(t *testing.T, data []byte) {
		var s seal
		if err := unseal(data, &s); err == nil {
			_, _ = s.Start.outcome()
		}
		var p plan
		_ = unseal(data, &p)
	})
}

// TestSealWithASheetIsRead reads a seal written by an earlier version, which
// contains the rule sheet of the game.
func TestSealWithASheetIsRead(t *testing.T) {
	type old struct {
		seal
		Sheet struct{ Form, Text string }
	}
	data := sealed(old{seal{Format: 1, Name: "x.kif@123456"}, struct{ Form, Text string }{"ab", "(role a)"}})
	var s seal
	if err := unseal(data, &s); err != nil || s.Name != "x.kif@123456" {
		t.Errorf("unseal = %+v, %v", s, err)
	}
}
