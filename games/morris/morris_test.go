package morris

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry(), Presets()...)

// variant is a name with its expected properties.
type variant struct {
	spec              string
	men               int
	flying            int // maximum number of men of a player whose men fly
	straight, takeAny bool
}

// variants cover all options. Variants that start with three men per side exercise
// flying.
var variants = []variant{
	{spec: "three-mens-morris", men: 3},
	{spec: "six-mens-morris", men: 6},
	{spec: "nine-mens-morris", men: 9, flying: 3},
	{spec: "morris:men=3,lines=straight", men: 3, straight: true},
	{spec: "morris:men=3,flying=always", men: 3, flying: 3},
	{spec: "morris:men=3,start=3x3", men: 3},
	{spec: "morris:men=3,flying=three,start=3x3,lines=straight", men: 3, flying: 3, straight: true},
	{spec: "morris:men=6,flying=three", men: 6, flying: 3},
	{spec: "morris:men=6,taking=any", men: 6, takeAny: true},
	{spec: "morris:men=6,start=3x3", men: 6},
	{spec: "morris:men=6,start=4x3,flying=always", men: 6, flying: 6},
	{spec: "morris:flying=never", men: 9},
	{spec: "morris:start=5x5", men: 9, flying: 3},
	{spec: "morris:start=3x3", men: 9, flying: 3},
	{spec: "morris:start=3x3,flying=never", men: 9},
	{spec: "morris:start=4x3,flying=always,taking=any", men: 9, flying: 9, takeAny: true},
}

func TestContract(t *testing.T) {
	for _, v := range variants {
		t.Run(v.spec, func(t *testing.T) {
			if err := games.Check(games.Game[uint64](open(t, v.spec)), 300); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAgainstSlowRules(t *testing.T) {
	for _, v := range variants {
		t.Run(v.spec, func(t *testing.T) {
			g, slow := open(t, v.spec), newSlow(v)
			rng := rand.New(rand.NewPCG(3, 4))
			for range 5 {
				s := g.Start()
				for range 100 {
					children := compareMoves(t, g, slow, s)
					if len(children) == 0 || t.Failed() {
						break
					}
					s = children[rng.IntN(len(children))]
				}
			}
		})
	}
}

func compareMoves(t *testing.T, g *game, slow *slowGame, s uint64) []uint64 {
	text := g.FormatState(s)
	st := slow.read(text)
	children, _ := g.Expand(nil, nil, []uint64{s})
	mover := strings.IndexByte("wb", st.mover)
	names := g.Moves(s)
	got := map[string]string{}
	for i, name := range names[mover] {
		got[name] = g.FormatState(children[i])
	}
	if diff := cmp.Diff(slow.moves(st), got); diff != "" || len(names[1-mover]) > 0 || len(got) != len(children) {
		t.Errorf("%s: moves (-want +got):\n%s", text, diff)
	}
	if len(children) == 0 {
		payoff := games.Payoff{100, 0}
		if st.mover == 'w' {
			payoff = games.Payoff{0, 100}
		}
		if p := g.Payoffs(nil, []uint64{s})[0]; p != payoff {
			t.Errorf("%s: payoffs %v, want %v", text, p, payoff)
		}
	}
	return children
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}, Presets: Presets()}, map[string]string{
		"morris:men=9,start=empty":    "morris",
		"three-mens-morris":           "morris:men=3",
		"morris:start=5x5":            "morris:start=5x5",
		"morris:men=12":               "one of 9, 6, 3",
		"morris:lines=straight":       "requires men=3",
		"morris:men=6,lines=straight": "requires men=3",
		"morris:start=2x5":            "3 to 9 each",
		"morris:start=5x10":           "3 to 9 each",
		"morris:start=05x5":           "3 to 9 each",
		"morris:start=5x5x5":          "3 to 9 each",
		"morris:men=6,start=7x3":      "start=6x6 or fewer",
		"morris:flying=two":           "one of usual",
	})
}

func TestBadPositions(t *testing.T) {
	g := open(t, "six-mens-morris")
	gamestest.BadPositions(t, g, map[string]string{
		".../.../..../.../...:w":      "separated by ':'",
		".../.../..../...:w:6-6":      "4 rows",
		".../.../.../.../...:w:6-6":   "row 3 has only 3 points",
		".../.../..../..../...:w:6-6": "row 2 is too long",
		".../.../..x./.../...:w:6-6":  "'x' in row 3",
		".../.../..../.../...::6-6":   "expected w or b",
		".../.../..../.../...:w:6":    "such as 2-3",
		".../.../..../.../...:w:6--6": "at most 6 men each",
		".../.../..../.../...:w:7-7":  "at most 6 men each",
		".../.../..../.../...:w:6-5":  "white places first",
		".../.../..../.../...:b:6-6":  "white places first",
		"ww./.bb/..../.../...:b:0-0":  "white has fewer than 3 men",
		"www/.b./..../.../...:b:0-0":  "black has 1 men",
		"w../.../..../.../...:b:4-5":  "cannot occur",
	})
}

func TestDraw(t *testing.T) {
	g := open(t, "morris")
	s, err := g.ParseState("w.b/.../.../....../.../.../...:w:8-8")
	if err != nil {
		t.Fatal(err)
	}
	d := g.Draw(s)
	var rows []string
	for y := range d.Height {
		row := ""
		for _, c := range d.Cells[y*d.Width : (y+1)*d.Width] {
			row += string(c.Glyph)
		}
		rows = append(rows, row)
	}
	want := []string{
		"w--.--b",
		"|.-.-.|",
		"||...||",
		"... ...",
		"||...||",
		"|.-.-.|",
		".--.--.",
	}
	if !slices.Equal(rows, want) {
		t.Errorf("drawn as\n%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
	if !slices.Equal(d.Notes, []string{"white to move", "to place: white 8, black 8"}) {
		t.Errorf("notes %v", d.Notes)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "six-mens-morris"), ".../.../..../.../...:w:6-6", "w../.../..../.../...:b:5-6", "ww./.bb/b.../.../...:w:0-0", "www/bbb/..../.../...:b:0-0", "www/.../..../.../bb.:b:3-4", "w\xff/:w:0-0")
}
