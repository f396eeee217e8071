package store

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/value"
)

func FuzzHeader(f *testing.F) {
	half := big.NewRat(1, 2)
	mixed := value.Outcome{Payoff: value.Payoffs{half, half}, Security: value.Payoffs{half, new(big.Rat)}, Remoteness: -1}
	for _, outcomes := range []value.Outcomes{
		{Kind: value.Alternating, Total: 100}, {Kind: value.Simultaneous, Total: 1, List: []value.Outcome{mixed}}, {Kind: value.General, List: []value.Outcome{mixed, mixed}},
		{Kind: value.Simultaneous, Total: 1, List: []value.Outcome{mixed}, Bits: 50, Intervals: []value.Interval{{Low: 5, High: 9, Plies: 70000}, {Low: -3, High: 1 << 50, Plies: -1}}},
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

func FuzzBounds(f *testing.F) {
	f.Add(appendBounds(nil, []value.Interval{{Low: 5, High: 9, Plies: 70000}, {Low: -3, High: 1 << 50, Plies: -1}}))
	f.Fuzz(func(t *testing.T, data []byte) {
		list, err := readBounds(data)
		if err != nil {
			return
		}
		again, err := readBounds(appendBounds(nil, list))
		if err != nil || !slices.Equal(again, list) {
			t.Fatalf("%v after encoding, want %v: %v", again, list, err)
		}
		for _, x := range list {
			if x.Low > x.High {
				t.Fatalf("interval %v", x)
			}
		}
	})
}
