package morris

import "testing"

// TestPass passes in positions where that is possible, and where it is not.
func TestPass(t *testing.T) {
	g := open(t, "morris:men=3")
	for text, want := range map[string]string{
		"bb./b.w/w.w:w:0-0": "bb./b.w/w.w:b:0-0",
		"bb./..w/..w:w:1-1": "", // men are to be placed
		"bwb/bww/...:w:0-0": "bwb/bww/...:b:0-0",
		".../.bb/bww:w:0-0": "", // over: white has too few men
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
