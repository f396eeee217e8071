package gdl

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// FuzzCompile compiles arbitrary text, plays a few plies and opens the game.
// The seeds are the small sheets.
func FuzzCompile(f *testing.F) {
	odd, _ := filepath.Glob("testdata/odd/*.kif")
	conformance, _ := filepath.Glob(gdltest.Shared() + "conformance/*.kif")
	for _, file := range append(odd, conformance...) {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		sheet, problems := sheet.Parse("fuzz", text)
		if len(problems) > 0 || len(fatalProblems(sheet.Check())) > 0 {
			return
		}
		m, err := statemachine.Compile(t.Context(), sheet, work.Limits{Bytes: 4 << 20, Time: time.Second})
		if err != nil {
			return
		}
		p := m.NewPlay()
		words := NewNotation(m)
		for range 4 {
			if state, err := words.Parse(words.Format(p.State(nil))); err != nil || len(state) != len(p.State(nil)) {
				t.Fatalf("%s: %v", words.Format(p.State(nil)), err)
			}
			var joint []int32
			for role := range m.Roles {
				if legal := p.Legal(nil, role); len(legal) > 0 {
					joint = append(joint, legal[len(legal)-1])
				}
			}
			if p.Terminal() || len(joint) < len(m.Roles) {
				break
			}
			p.Do(joint)
		}
		draw.NewPainter(m, nil).Draw(p.State(nil))
		if _, err := Open(t.Context(), m); err != nil && err.Error() == "" {
			t.Fatal("an error without words")
		}
	})
}
