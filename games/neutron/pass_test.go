package neutron

import "testing"

// TestPass passes in positions where that is possible, and where it is not.
func TestPass(t *testing.T) {
	g := open(t, "neutron:size=3x3")
	for text, want := range map[string]string{
		"bbb/.n./www:w":       "bbb/.n./www:b",
		"bbb/.n./www:w:first": "",
		"bnb/b../www:w":       "", // over
	} {
		s, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		passed, ok := g.Pass(nil, nil, []uint64{s})
		if ok[0] != (want != "") || ok[0] && g.FormatState(passed[0]) != want {
			t.Errorf("%s passes to %s, %v, want %q", text, g.FormatState(passed[0]), ok[0], want)
		}
	}
}
