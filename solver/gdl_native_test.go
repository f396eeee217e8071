package solver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gdl"
)

// twins are a built-in game and the rule sheet that it stems from. Their states
// are mapped to each other by their notations.
type twins struct {
	preset, sheet string
	toSheet       func(native string) string
	toNative      func(sheet map[string]string) string // of the sheet's fluents: see fluentsOf
	// perft and distinct are the published numbers of move sequences and of
	// different states by ply.
	perft, distinct []int64
	// mapped is how many states from the start on are mapped both ways.
	mapped int
	// valued says that the values of all states are compared too.
	valued bool
}

func seedTwins() []twins {
	return []twins{
		{
			preset: "snake2p", sheet: "snake2p", toSheet: snakeToSheet, toNative: snakeToNative,
			perft: []int64{16, 64, 256, 1280, 2816, 5824, 2112}, mapped: 10_000, valued: true,
		},
		{
			preset: "breakthrough-small", sheet: "breakthroughSmall", toSheet: breakthroughToSheet, toNative: breakthroughToNative(""),
			perft: []int64{16, 256, 4308, 71478, 1248290}, distinct: []int64{16, 256, 2160, 18621, 115778}, mapped: 5000,
		},
		{
			preset: "breakthrough-small-holes", sheet: "breakthroughSmallHoles", toSheet: breakthroughToSheet, toNative: breakthroughToNative("2.3 3.4 4.3 5.4"),
			perft: []int64{10, 100, 1102, 11938}, distinct: []int64{10, 100, 606, 3769, 18177, 91736}, mapped: 5000,
		},
		{
			preset: "gt-coordination", sheet: "gt_coordination", toSheet: coordinationToSheet, toNative: coordinationToNative,
			perft: []int64{4, 16, 64, 256}, distinct: []int64{2, 3, 4, 5}, mapped: 1000, valued: true,
		},
		{
			preset: "2pffa-zerosum", sheet: "2pffa_zerosum", toSheet: skirmishToSheet, toNative: skirmishToNative,
			perft: []int64{4, 16, 96, 572, 4788, 39818}, distinct: []int64{4, 16, 56, 197, 716, 2637, 7838, 23659, 68951}, mapped: 5000,
		},
	}
}

// TestSeedSheets compares the five seed sheets with the built-in games, state
// for state.
func TestSeedSheets(t *testing.T) {
	for _, w := range seedTwins() {
		t.Run(w.preset, func(t *testing.T) {
			file := sharedSheets + "games/" + w.sheet + ".kif"
			sheet, err := gdl.OpenSpec(file, gdl.Limits{})
			if err != nil {
				t.Skipf("no rule sheet: %v", err)
			}
			native, err := builtin.Registry().Open(w.preset)
			if err != nil {
				t.Fatal(err)
			}
			if testing.Short() {
				w.mapped, w.distinct, w.perft = w.mapped/10, w.distinct[:min(4, len(w.distinct))], w.perft[:4]
			}
			switch n := native.(type) {
			case games.Game[uint64]:
				compareWith(t, &w, n, sheet)
			case games.Game[[2]uint64]:
				compareWith(t, &w, n, sheet)
			case games.Game[[4]uint64]:
				compareWith(t, &w, n, sheet)
			}
		})
	}
}

func compareWith[N games.State](t *testing.T, w *twins, native games.Game[N], sheet games.Variant) {
	switch s := sheet.(type) {
	case games.Game[uint64]:
		compareTwins(t, w, native, s)
	case games.Game[[2]uint64]:
		compareTwins(t, w, native, s)
	case games.Game[[4]uint64]:
		compareTwins(t, w, native, s)
	}
}

func compareTwins[N, S games.State](t *testing.T, w *twins, native games.Game[N], sheet games.Game[S]) {
	n, s := native.Info(), sheet.Info()
	if n.GeneralSum != s.GeneralSum || n.Simultaneous != s.Simultaneous || n.Total != s.Total || !slices.Equal(n.Roles, s.Roles) {
		t.Errorf("the sheet is %v, %v, %d, %v, want %v, %v, %d, %v", s.GeneralSum, s.Simultaneous, s.Total, s.Roles, n.GeneralSum, n.Simultaneous, n.Total, n.Roles)
	}
	if got := games.Perft(sheet, len(w.perft)); !slices.Equal(got, w.perft) {
		t.Errorf("perft %v, want %v", got, w.perft)
	}
	if got := games.Distinct(sheet, len(w.distinct)); !slices.Equal(got, w.distinct) {
		t.Errorf("distinct states %v, want %v", got, w.distinct)
	}
	c := comparison[N, S]{twins: w, native: native, sheet: sheet, nativeWords: games.NotationOf(native), sheetWords: games.NotationOf(sheet), images: map[N]S{}}
	if w.valued {
		c.nativeValue, c.sheetValue = Naive(native), Naive(sheet)
	}
	queue := []N{native.Start()}
	seen := map[N]bool{native.Start(): true}
	if start := c.image(t, native.Start()); start != sheet.Start() {
		t.Errorf("the start is %s, want %s", c.sheetWords.FormatState(sheet.Start()), c.sheetWords.FormatState(start))
	}
	for at := 0; at < len(queue) && at < w.mapped && !t.Failed(); at++ {
		for _, child := range c.state(t, queue[at]) {
			if !seen[child] {
				seen[child] = true
				queue = append(queue, child)
			}
		}
	}
	t.Logf("%d states compared", min(len(queue), w.mapped))
}

// comparison compares two games that should be the same.
type comparison[N, S games.State] struct {
	*twins
	native      games.Game[N]
	sheet       games.Game[S]
	nativeWords games.Notation[N]
	sheetWords  games.Notation[S]
	nativeValue func(N) Outcome // nil if values are not compared
	sheetValue  func(S) Outcome
	images      map[N]S
}

// image is the sheet's state for a native one. It maps it there and back.
func (c *comparison[N, S]) image(t *testing.T, state N) S {
	if s, known := c.images[state]; known {
		return s
	}
	text := c.nativeWords.FormatState(state)
	s, err := c.sheetWords.ParseState(c.toSheet(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	back := c.toNative(fluentsOf(c.sheetWords.FormatState(s)))
	again, err := c.nativeWords.ParseState(back)
	if err != nil || again != state {
		t.Errorf("%s comes back as %s: %v", text, back, err)
	}
	c.images[state] = s
	return s
}

// state compares one state and returns its children.
func (c *comparison[N, S]) state(t *testing.T, state N) []N {
	s := c.image(t, state)
	text := c.nativeWords.FormatState(state)
	children, _ := c.native.Expand(nil, nil, []N{state})
	got, _ := c.sheet.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		want := c.native.Payoffs(nil, []N{state})[0]
		if len(got) > 0 {
			t.Errorf("%s: not over by the sheet", text)
		} else if payoff := c.sheet.Payoffs(nil, []S{s})[0]; payoff != want {
			t.Errorf("%s: payoffs %v, want %v", text, payoff, want)
		}
		return nil
	}
	if rows, want := c.sheet.Rows(nil, []S{s})[0], c.native.Rows(nil, []N{state})[0]; rows != want {
		t.Errorf("%s: %d rows, want %d", text, rows, want)
	}
	var want []S
	for _, child := range children {
		want = append(want, c.image(t, child))
	}
	slices.SortFunc(want, games.Compare[S])
	slices.SortFunc(got, games.Compare[S])
	if !slices.Equal(got, want) {
		t.Errorf("%s: other children: %d, want %d", text, len(got), len(want))
	}
	if c.valued {
		a, b := c.nativeValue(state), c.sheetValue(s)
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s: value %v, want %v", text, b, a)
		}
	}
	return children
}

// fluentsOf reads a sheet's state: what is true by its words but the last, the
// last word of each, as in "cell.1.2": "white" for cell.1.2.white. Where several
// begin alike their last words are joined by blanks.
func fluentsOf(text string) map[string]string {
	fluents := map[string]string{}
	for word := range strings.SplitSeq(text, ",") {
		dot := strings.LastIndexByte(word, '.')
		key := word[:dot]
		fluents[key] = strings.TrimSpace(fluents[key] + " " + word[dot+1:])
	}
	return fluents
}

// snakeToSheet gives each forbidden cell an f and each head its fluent. Walls
// never change and can be left out.
func snakeToSheet(native string) string {
	fields := strings.Split(native, ":")
	var words []string
	for y, row := range strings.Split(fields[0], "/") {
		for x, c := range row {
			if piece := map[rune]string{'x': "f", 'R': "redHead", 'B': "blueHead"}[c]; piece != "" {
				words = append(words, fmt.Sprintf("cell.%d.%d.%s", x, y, piece))
			}
		}
	}
	for _, f := range fields[1:] {
		// A head that has erred, as in R3.4.
		if head, ok := map[byte]string{'R': "redHead", 'B': "blueHead"}[f[0]]; ok {
			words = append(words, "cell."+f[1:]+"."+head)
		}
	}
	return strings.Join(words, ",")
}

// snakeToNative draws the cells. A head has erred if it is not alone on its cell.
func snakeToNative(fluents map[string]string) string {
	rows, erred := make([]string, 6), ""
	for y := range rows {
		for x := range 6 {
			wall := x == 0 || x == 5 || y == 0 || y == 5
			pieces := fluents[fmt.Sprintf("cell.%d.%d", x, y)]
			glyph := "."
			switch {
			case wall:
				glyph = "w"
			case pieces == "redHead":
				glyph = "R"
			case pieces == "blueHead":
				glyph = "B"
			case strings.Contains(pieces, "f"):
				glyph = "x"
			}
			rows[y] += glyph
			for _, piece := range strings.Fields(pieces) {
				if piece != "f" && piece != "w" && (wall || pieces != piece) {
					erred += fmt.Sprintf(":%s%d.%d", strings.ToUpper(piece[:1]), x, y)
				}
			}
		}
	}
	// Red's error comes first.
	if parts := strings.Split(erred, ":"); len(parts) == 3 {
		slices.Sort(parts[1:])
		erred = ":" + parts[2] + ":" + parts[1]
	}
	return strings.Join(rows, "/") + erred
}

func breakthroughToSheet(native string) string {
	rows, mover, _ := strings.Cut(native, ":")
	colors := map[string]string{"w": "white", "b": "black"}
	words := []string{"control." + colors[mover]}
	lines := strings.Split(rows, "/")
	for i, row := range lines {
		for x, c := range row {
			if color := colors[string(c)]; color != "" {
				words = append(words, fmt.Sprintf("cell.%d.%d.%s", x+1, len(lines)-i, color))
			}
		}
	}
	return strings.Join(words, ",")
}

// breakthroughToNative draws the cells, with holes that no fluent tells of.
func breakthroughToNative(holes string) func(map[string]string) string {
	return func(fluents map[string]string) string {
		rows := make([]string, 6)
		for i := range rows {
			for x := range 6 {
				cell := fmt.Sprintf("%d.%d", x+1, 6-i)
				switch piece := fluents["cell."+cell]; {
				case piece != "":
					rows[i] += piece[:1]
				case strings.Contains(holes, cell):
					rows[i] += "#"
				default:
					rows[i] += "."
				}
			}
		}
		return strings.Join(rows, "/") + ":" + fluents["control"][:1]
	}
}

func coordinationToSheet(native string) string {
	round, score, _ := strings.Cut(strings.TrimPrefix(native, "round="), ",score=")
	return "round." + round + ",whiteScore." + score + ",blackScore." + score
}

func coordinationToNative(fluents map[string]string) string {
	return "round=" + fluents["round"] + ",score=" + fluents["whiteScore"]
}

func skirmishToSheet(native string) string {
	f := strings.Split(native, ":")
	step, _ := strconv.Atoi(f[1])
	words := []string{"step." + f[1], "capture.red." + f[2], "capture.blue." + f[3], "control." + []string{"blue", "red"}[step%2]}
	for i, row := range strings.Split(f[0], "/") {
		for x, c := range row {
			if color := map[rune]string{'r': "red", 'b': "blue"}[c]; color != "" {
				words = append(words, fmt.Sprintf("cell.%d.%d.%s", x+1, 7-i, color))
			}
		}
	}
	return strings.Join(words, ",")
}

// skirmishToNative draws the cells. That each start cell has its piece at every
// ply no fluent tells, as it never changes.
func skirmishToNative(fluents map[string]string) string {
	rows := make([]string, 7)
	for i := range rows {
		for x := range 7 {
			switch piece := fluents[fmt.Sprintf("cell.%d.%d", x+1, 7-i)]; {
			case piece != "":
				rows[i] += piece[:1]
			case i == 3 && x == 0:
				rows[i] += "r"
			case i == 3 && x == 6:
				rows[i] += "b"
			case x >= 1 && x <= 5 && i >= 1 && i <= 5:
				rows[i] += "."
			default:
				rows[i] += "#"
			}
		}
	}
	return strings.Join(rows, "/") + ":" + fluents["step"] + ":" + fluents["capture.red"] + ":" + fluents["capture.blue"]
}
