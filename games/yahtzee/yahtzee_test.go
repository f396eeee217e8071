package yahtzee

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{
	"yahtzee", "yahtzee:jokers=forced", "yahtzee:jokers=off,bonus=off", "yahtzee:categories=1", "yahtzee:categories=3,rolls=1",
	"yahtzee:dice=2", "yahtzee:dice=3,rolls=8,jokers=forced", "yahtzee:categories=10,rolls=2",
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 400); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// slow is a position with the used categories by name and the numbers of the dice.
type slow struct {
	points, upper int
	used          map[string]bool
	extra         bool
	numbers       []int
	left          int
}

// slowGame holds the options, with the categories on the card.
type slowGame struct {
	card        []string
	dice, rolls int
	bonus       bool
	jokers      string
}

var slowCard = strings.Fields("ones twos threes fours fives sixes three-of-a-kind four-of-a-kind full-house small-straight large-straight yahtzee chance")

func (g slowGame) spec() string {
	bonus := map[bool]string{true: "on", false: "off"}[g.bonus]
	return fmt.Sprintf("yahtzee:categories=%d,dice=%d,rolls=%d,bonus=%s,jokers=%s", len(g.card), g.dice, g.rolls, bonus, g.jokers)
}

func (g slowGame) read(text string) slow {
	parts := strings.Split(text, "/")
	p := slow{used: map[string]bool{}}
	fmt.Sscanf(parts[0], "%d.%d", &p.points, &p.upper)
	for i, category := range g.card {
		p.used[category] = parts[1][i] != '.'
		p.extra = p.extra || parts[1][i] == 'y'
	}
	if len(parts) > 2 {
		p.left, _ = strconv.Atoi(parts[3])
		for number := range strings.SplitSeq(parts[2], "-") {
			if n, err := strconv.Atoi(number); err == nil {
				p.numbers = append(p.numbers, n)
			}
		}
	}
	return p
}

func (g slowGame) format(p slow) string {
	card, over := "", true
	for _, category := range g.card {
		switch {
		case !p.used[category]:
			card, over = card+".", false
		case category == "yahtzee" && p.extra:
			card += "y"
		default:
			card += "x"
		}
	}
	if over {
		return fmt.Sprintf("%d.0/%s", p.points, strings.ReplaceAll(card, "y", "x"))
	}
	return fmt.Sprintf("%d.%d/%s/%s/%d", p.points, p.upper, card, list(p.numbers), p.left)
}

func list(numbers []int) string {
	text := strings.ReplaceAll(strings.Trim(fmt.Sprint(slices.Sorted(slices.Values(numbers))), "[]"), " ", "-")
	if text == "" {
		return "none"
	}
	return text
}

func (g slowGame) moves(text string) map[string]string {
	p, result := g.read(text), map[string]string{}
	switch {
	case !slices.ContainsFunc(g.card, func(c string) bool { return !p.used[c] }):
	case len(p.numbers) < g.dice:
		for n := 1; n <= 6; n++ {
			q := p
			q.numbers = append(slices.Clone(p.numbers), n)
			result[strconv.Itoa(n)] = g.format(q)
		}
	case p.left > 0:
		for subset := range 1 << g.dice {
			q := p
			q.numbers, q.left = nil, p.left-1
			for i, n := range p.numbers {
				if subset>>i&1 != 0 {
					q.numbers = append(q.numbers, n)
				}
			}
			name := "keep-" + list(q.numbers)
			if len(q.numbers) == g.dice {
				name = "keep-all"
			}
			result[name] = g.format(q)
		}
	default:
		for _, category := range g.choices(p) {
			result[category] = g.format(g.scored(p, category))
		}
	}
	return result
}

// same returns the category of the upper section for equal dice, and reports whether
// the dice are equal and the category yahtzee is used.
func (g slowGame) same(p slow) (category string, again bool) {
	return slowCard[p.numbers[0]-1], slices.Max(p.numbers) == slices.Min(p.numbers) && p.used["yahtzee"]
}

func (g slowGame) choices(p slow) []string {
	unused := slices.DeleteFunc(slices.Clone(g.card), func(c string) bool { return p.used[c] })
	if same, again := g.same(p); again && g.jokers == "forced" {
		if slices.Contains(unused, same) {
			return []string{same}
		}
		lower := slices.DeleteFunc(slices.Clone(unused), func(c string) bool { return slices.Index(slowCard, c) < 6 })
		if len(lower) > 0 {
			return lower
		}
	}
	return unused
}

func (g slowGame) scored(p slow, category string) slow {
	counts := map[int]int{}
	sum, text := 0, ""
	for _, n := range p.numbers {
		counts[n]++
		sum += n
	}
	var repeats []int
	for n := 1; n <= 6; n++ {
		repeats = append(repeats, counts[n])
		text += strconv.Itoa(min(1, counts[n]))
	}
	slices.Sort(repeats)
	slices.Reverse(repeats)
	same, again := g.same(p)
	joker := again && g.jokers != "off" && (p.used[same] || !slices.Contains(g.card, same))
	points := 0
	ok := map[string]bool{
		"chance":          true,
		"three-of-a-kind": repeats[0] >= 3,
		"four-of-a-kind":  repeats[0] >= 4,
		"full-house":      joker || repeats[0] == 3 && repeats[1] == 2,
		"small-straight":  joker || strings.Contains(text, "1111"),
		"large-straight":  joker || strings.Contains(text, "11111"),
		"yahtzee":         repeats[0] == g.dice,
	}[category]
	if i := slices.Index(slowCard, category); i < 6 {
		points = (i + 1) * counts[i+1]
	} else if ok {
		points = map[string]int{"full-house": 25, "small-straight": 30, "large-straight": 40, "yahtzee": 50}[category]
		if points == 0 {
			points = sum
		}
	}
	q := slow{points: p.points + points, upper: p.upper, used: map[string]bool{category: true}, extra: p.extra, left: g.rolls - 1}
	for c, used := range p.used {
		q.used[c] = q.used[c] || used
	}
	if again && p.extra {
		q.points += 100
	}
	if category == "yahtzee" && points > 0 && g.bonus {
		q.extra = true
	}
	if slices.Index(slowCard, category) < 6 {
		q.upper += points
	}
	possible := q.upper
	for i, c := range slowCard[:6] {
		if slices.Contains(g.card, c) && !q.used[c] {
			possible += g.dice * (i + 1)
		}
	}
	if q.upper >= 63 {
		q.points += 35
	}
	if q.upper >= 63 || possible < 63 {
		q.upper = 0
	}
	return q
}

func (g slowGame) rules(total int) gamestest.SlowRules {
	return gamestest.SlowRules{Moves: g.moves, Payoffs: func(text string, _ int) games.Payoff {
		points := g.read(text).points
		return games.Payoff{int16(points), int16(total - points)}
	}}
}

// slowGames lists games with all values of bonus and jokers.
func slowGames() (list []slowGame) {
	for _, jokers := range []string{"free", "forced", "off"} {
		for _, bonus := range []bool{true, false} {
			for _, card := range [][]string{slowCard, slowCard[9:]} {
				list = append(list, slowGame{card, 5, 3, bonus, jokers}, slowGame{card, 2, 1, bonus, jokers}, slowGame{card, 3, 2, bonus, jokers})
			}
		}
	}
	return list
}

func TestRules(t *testing.T) {
	for _, slow := range slowGames() {
		g := open(t, slow.spec())
		gamestest.Plays(t, g, 5, slow.rules(g.About.Total))
	}
}

func TestCounts(t *testing.T) {
	slow := slowGames()[0]
	gamestest.Counts(t, open(t, slow.spec()), 8, slow.moves)
	slow = slowGame{slowCard[10:], 2, 1, true, "free"}
	gamestest.Counts(t, open(t, slow.spec()), 9, slow.moves)
}

// TestScores lists the categories that can be chosen in a position, with the resulting
// positions.
func TestScores(t *testing.T) {
	const free, forced, off = "yahtzee", "yahtzee:jokers=forced", "yahtzee:jokers=off"
	for _, test := range []struct{ spec, position, category, want string }{
		{free, "0.0/............./2-2-2-5-5/0", "full-house", "25.0/........x..../none/2"},
		{free, "0.0/............./2-2-2-5-5/0", "three-of-a-kind", "16.0/......x....../none/2"},
		{free, "0.0/............./2-2-2-5-5/0", "four-of-a-kind", "0.0/.......x...../none/2"},
		{free, "0.0/............./2-2-2-5-5/0", "twos", "6.6/.x.........../none/2"},
		{free, "0.0/............./1-3-4-5-6/0", "small-straight", "30.0/.........x.../none/2"},
		{free, "0.0/............./1-3-4-5-6/0", "large-straight", "0.0/..........x../none/2"},
		{free, "0.0/............./2-3-4-5-6/0", "large-straight", "40.0/..........x../none/2"},
		{free, "0.0/............./1-2-3-5-6/0", "small-straight", "0.0/.........x.../none/2"},
		{free, "0.0/............./4-4-4-4-4/0", "full-house", "0.0/........x..../none/2"}, // no joker
		{free, "0.0/............./4-4-4-4-4/0", "yahtzee", "50.0/...........y./none/2"},
		{free, "50.0/...........y./4-4-4-4-4/0", "full-house", "150.0/........x..y./none/2"}, // fours is open
		{free, "50.0/...........y./4-4-4-4-4/0", "fours", "170.20/...x.......y./none/2"},
		{free, "65.15/...x.......y./4-4-4-4-4/0", "full-house", "190.15/...x....x..y./none/2"},
		{free, "15.15/...x.......x./4-4-4-4-4/0", "full-house", "40.15/...x....x..x./none/2"},
		{free, "15.15/...x.......x./4-4-4-4-4/0", "ones", "15.15/x..x.......x./none/2"},
		{free, "60.60/..xxxx......./2-2-5-5-5/0", "twos", "99.0/.xxxxx......./none/2"}, // 4 + 35
		{free, "48.48/..xxxx......./1-1-1-5-5/0", "twos", "48.0/.xxxxx......./none/2"}, // 63 is out of reach
		{off, "65.15/...x.......y./4-4-4-4-4/0", "full-house", "165.15/...x....x..y./none/2"},
		{forced, "50.0/...........y./4-4-4-4-4/0", "full-house", ""},
		{forced, "50.0/...........y./4-4-4-4-4/0", "fours", "170.20/...x.......y./none/2"},
		{forced, "65.15/...x.......y./4-4-4-4-4/0", "ones", ""},
		{forced, "65.15/...x.......y./4-4-4-4-4/0", "chance", "185.15/...x.......yx/none/2"},
		{forced, "99.15/...x..xxxxxyx/4-4-4-4-4/0", "twos", "199.15/.x.x..xxxxxyx/none/2"},
		{"yahtzee:bonus=off", "65.15/...x.......x./4-4-4-4-4/0", "large-straight", "105.15/...x......xx./none/2"},
		{"yahtzee:categories=2", "50.0/y./3-3-3-3-3/0", "chance", "165.0/xx"},
		{"yahtzee:categories=3", "50.0/.y./3-3-3-3-3/0", "large-straight", "190.0/xy./none/2"},
	} {
		g := open(t, test.spec)
		s, err := g.ParseState(test.position)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		children, _ := g.Expand(nil, nil, []uint64{s})
		if i := slices.Index(g.Moves(s)[0], test.category); i >= 0 {
			got = g.FormatState(children[i])
		}
		if got != test.want {
			t.Errorf("%s: %s in %s leads to %q, want %q", test.spec, test.category, test.position, got, test.want)
		}
	}
}

// optimal computes the expected number of points of optimal play. Points scored before do
// not affect it.
type optimal struct {
	*game
	dice  []dice             // multisets by size
	index map[dice]int       // index in dice
	full  int                // index of the first full throw
	parts map[int][]int      // indexes of the parts of each full throw
	known map[uint64]float64 // values of the positions at the start of a turn with 0 points
}

func newOptimal(g *game) *optimal {
	o := &optimal{game: g, dice: []dice{0}, index: map[dice]int{0: 0}, parts: map[int][]int{}, known: map[uint64]float64{}}
	for i := 0; i < len(o.dice); i++ {
		d := o.dice[i]
		if d.size() == g.rules.dice {
			for _, part := range d.parts(nil, 0) {
				o.parts[i] = append(o.parts[i], o.index[dice(part)])
			}
			continue
		}
		o.full = i + 1
		for face := range faces {
			if _, ok := o.index[d+die(face)]; !ok {
				o.index[d+die(face)] = len(o.dice)
				o.dice = append(o.dice, d+die(face))
			}
		}
	}
	return o
}

// value returns the expected number of points from p, at the start of a turn, to the end.
func (o *optimal) value(p position) float64 {
	p.score = 0
	if v, ok := o.known[p.pack()]; ok || p.used == all {
		return v
	}
	values := make([]float64, len(o.dice))
	for i := o.full; i < len(o.dice); i++ {
		q := p
		q.dice, q.left = o.dice[i], 0
		children, _ := o.Expand(nil, nil, []uint64{q.pack()})
		for _, s := range children {
			child := unpack(s)
			values[i] = max(values[i], float64(child.score)+o.value(child))
		}
	}
	for throws := o.rolls; ; throws-- {
		for i := o.full - 1; i >= 0; i-- {
			values[i] = 0
			for face := range faces {
				values[i] += values[o.index[o.dice[i]+die(face)]] / faces
			}
		}
		if throws == 1 {
			o.known[p.pack()] = values[0]
			return values[0]
		}
		kept := slices.Clone(values)
		for i := o.full; i < len(o.dice); i++ {
			for _, part := range o.parts[i] {
				values[i] = max(values[i], kept[part])
			}
		}
	}
}

// TestExpectation computes the expected number of points of optimal play. By the default
// rules, it is the published 254.5896.
func TestExpectation(t *testing.T) {
	for spec, want := range map[string]float64{
		"yahtzee:categories=1,rolls=1": 17.5,
		"yahtzee:categories=1,rolls=2": 5 * 4.25,
		"yahtzee:categories=1":         70.0 / 3,
	} {
		expects(t, spec, want)
	}
	gamestest.SkipUnlessLarge(t)
	expects(t, "yahtzee", 254.58960948)
	expects(t, "yahtzee:jokers=forced", 254.58772873)
}

func expects(t *testing.T, spec string, want float64) {
	t.Helper()
	o := newOptimal(open(t, spec))
	if got := o.value(unpack(o.Start())); math.Abs(got-want) > 1e-8 {
		t.Errorf("%s: %.8f, want %.8f", spec, got, want)
	}
	t.Logf("%s: %d positions at the start of a turn", spec, len(o.known))
}

// TestOdds checks that all outcomes are equally likely numbers of one die.
func TestOdds(t *testing.T) {
	g := open(t, "yahtzee")
	names := g.Moves(g.Start())[0]
	if odds := games.Odds[uint64](g, g.Start(), len(names)); !slices.Equal(odds, []uint32{1, 1, 1, 1, 1, 1}) || strings.Join(names, "") != "123456" {
		t.Errorf("%v with odds %v", names, odds)
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "yahtzee")
	gamestest.Positions(t, g, map[string]string{
		"0.0/............./none/2":      "0.0/............./none/2",
		"50.0/...........y./3-5-5/1":    "50.0/...........y./3-5-5/1",
		"250.0/xxxxxxxxxxxxx":           "250.0/xxxxxxxxxxxxx",
		"9.9/xxx........../6-1-2/0":     "9.9/xxx........../1-2-6/0",
		"9.9/xxxx........./6-6-6-6-6/0": "9.9/xxxx........./6-6-6-6-6/0",
		"9.7/xxxxx......../none/2":      "9.0/xxxxx......../none/2", // 63 is out of reach
		"300.0/xxxxxxxxxxxyx":           "300.0/xxxxxxxxxxxxx",
		"740.0/xxxxxx......./none/2":    "740.0/xxxxxx......./none/2", // 105 + 6*100 + 35
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":                                "separated by '/'",
		"0.0/............./none":          "separated by '/'",
		"0/............./none/2":          `"0" has 1 part`,
		"2000.0/............./none/2":     "from 0 to 1575",
		"0.63/............./none/2":       "if it has reached 63, write 0",
		"0.0/............/none/2":         "has 12 characters, expected one for each of ones, twos",
		"0.0/y............/none/2":        `invalid character 'y' for ones`,
		"0.0/.............":               "are required unless all categories are used",
		"0.0/xxxxxxxxxxxxx/none/2":        "are required unless all categories are used",
		"1.0/............./none/2":        "at most 0 points",
		"106.0/x............/none/2":      "at most 105 points",
		"741.0/xxxxxx......./none/2":      "at most 740 points",
		"0.0/............./none/3":        `"3" is not a whole number from 0 to 2`,
		"0.0/............./7/2":           "numbers from 1 to 6",
		"0.0/............./1-2-3-4-5-6/2": "numbers from 1 to 6",
		"0.0/............./3-/2":          "numbers from 1 to 6",
	})
	gamestest.BadPositions(t, open(t, "yahtzee:categories=2,bonus=off"), map[string]string{
		"0.0/y./none/2": `invalid character 'y' for yahtzee`,
	})
	line, err := games.Play[uint64](g, g.Start(), games.SplitMoves("3 5 5 6 1 keep-5-5 5 1 5 keep-5-5-5-5 5 yahtzee"))
	if want := "50.0/...........y./none/2"; err != nil || g.FormatState(line[len(line)-1]) != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "yahtzee"), "0.0/............./none/2", "50.0/...........y./3-5-5/1", "250.0/xxxxxxxxxxxxx")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"yahtzee:categories=13,dice=5,rolls=3,bonus=on,jokers=free": "yahtzee",
		"yahtzee:jokers=forced,categories=2":                        "yahtzee:categories=2,jokers=forced",
		"yahtzee:categories=14":                                     "from 1 to 13",
		"yahtzee:dice=6":                                            "from 2 to 5",
		"yahtzee:rolls=0":                                           "from 1 to 8",
	})
	for spec, want := range map[string]int{"yahtzee": 1575, "yahtzee:bonus=off": 375, "yahtzee:categories=1": 30, "yahtzee:categories=2": 180} {
		if got := open(t, spec).Info().Total; got != want {
			t.Errorf("%s: at most %d points, want %d", spec, got, want)
		}
	}
}
