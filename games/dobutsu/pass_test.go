package dobutsu

import "testing"

// TestPass passes in positions where that is possible, and where it is not.
func TestPass(t *testing.T) {
	g := newGame()
	for text, want := range map[string]string{
		"gle/.c./.C./ELG:s:-":  "gle/.c./.C./ELG:g:-",
		"gle/.C./.../ELG:g:C":  "", // sente could catch the lion
		"gle/.../.c./ELG:s:c":  "", // gote could
		"g.e/.c./.C./ELG:g:L":  "", // over
		"gle/.../.C./EL.:s:Gc": "gle/.../.C./EL.:g:Gc",
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
