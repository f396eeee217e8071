package store

import "testing"

func FuzzRules(f *testing.F) {
	f.Add(NewEncoder().EncodeAll([]byte("(role white) (role black)"), nil))
	f.Add(NewEncoder().EncodeAll(make([]byte, 100_000), nil))
	f.Fuzz(func(t *testing.T, data []byte) {
		source, err := decodeRules(data)
		if err != nil {
			return
		}
		if len(source) > MaxRules {
			t.Fatalf("%d bytes, want at most %d", len(source), MaxRules)
		}
		if again, err := decodeRules(NewEncoder().EncodeAll([]byte(source), nil)); err != nil || again != source {
			t.Fatal("other rules after encoding", err)
		}
	})
}

func TestTooLargeRulesAreNotDecoded(t *testing.T) {
	if source, err := decodeRules(NewEncoder().EncodeAll(make([]byte, MaxRules+1), nil)); err == nil {
		t.Errorf("decoded %d bytes", len(source))
	}
}
