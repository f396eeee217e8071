package export

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"zermelo/games"
)

// condition says whether a row is wanted.
type condition func(f *facts) bool

// number is a number of a row.
type number func(f *facts) float64

// Conditions describes what Options.Where takes.
const Conditions = `numbers   plies (to the end under perfect play, -1 if unknown), moves, keeping (moves
          that keep the value), layer (or number of the tier), mover (0, 1, -1 for
          both), weight, payoff_0, payoff_1
compared  < <= > >= = !=  with each other or with a number
facts     wins, draws, losses (for the player to move, or the first if both are),
          over; with --split: train, validation, test
joined    and, or, not, ( )`

// numbers are the numbers of a row by name.
func numbers() map[string]number {
	payoff := func(role int) number {
		return func(f *facts) float64 {
			if f.payoffs[role] == nil {
				return float64(f.whole[role])
			}
			x, _ := f.payoffs[role].Float64()
			return x
		}
	}
	plies := func(f *facts) float64 { return float64(f.remoteness) }
	layer := func(f *facts) float64 { return float64(f.layer) }
	return map[string]number{
		"plies": plies, colRemoteness: plies, colLayer: layer, colTier: layer,
		colMoves:   func(f *facts) float64 { return float64(f.moves) },
		colKeeping: func(f *facts) float64 { return float64(f.keeping) },
		colMover:   func(f *facts) float64 { return float64(f.mover) },
		colWeight:  func(f *facts) float64 { return float64(f.weight) },
		"payoff_0": payoff(0), "payoff_1": payoff(1),
	}
}

// states are what a row is or is not, by name.
func states(split bool) map[string]condition {
	result := func(want int) condition {
		return func(f *facts) bool { return f.contest && f.compared(max(0, int(f.mover))) == want }
	}
	all := map[string]condition{
		"wins": result(1), "draws": result(0), "losses": result(-1),
		"over": func(f *facts) bool { return f.moves == 0 },
	}
	if split {
		for part, name := range Parts() {
			all[name] = func(f *facts) bool { return f.part == part }
		}
	}
	return all
}

// parser reads a condition by recursive descent.
type parser struct {
	text   string
	tokens []token
	split  bool
	depth  int
}

type token struct {
	text string
	at   int // where it begins, in bytes
}

// maxDepth is how deep parentheses and nots can be nested.
const maxDepth = 100

// parseCondition reads a condition; see Conditions. Its errors are games.InputErrors.
func parseCondition(text string, split bool) (condition, error) {
	p := &parser{text: text, split: split}
	for i := 0; i < len(text); {
		from := i
		switch c := rune(text[i]); {
		case unicode.IsSpace(c):
			i++
			continue
		case isWord(c):
			for i < len(text) && isWord(rune(text[i])) {
				i++
			}
		case strings.ContainsRune("<>=!", c):
			for i < len(text) && strings.ContainsRune("<>=!", rune(text[i])) {
				i++
			}
		default:
			i++
		}
		p.tokens = append(p.tokens, token{text[from:i], from})
	}
	c, err := p.or()
	if err == nil && len(p.tokens) > 0 {
		err = p.wrong("want and, or, or the end")
	}
	return c, err
}

func isWord(c rune) bool {
	return c == '_' || c == '.' || c == '-' || c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c))
}

// wrong is an error at the next token.
func (p *parser) wrong(want string) error {
	at := "at the end"
	if len(p.tokens) > 0 {
		at = fmt.Sprintf("at %q, character %d", p.tokens[0].text, p.tokens[0].at+1)
	}
	return games.BadInput("--where %q: %s %s; for example \"plies>10 and wins\"", p.text, at, want)
}

// take takes the next token if it is one of some.
func (p *parser) take(words ...string) (string, bool) {
	if len(p.tokens) == 0 || !slices.Contains(words, p.tokens[0].text) {
		return "", false
	}
	word := p.tokens[0].text
	p.tokens = p.tokens[1:]
	return word, true
}

func (p *parser) or() (condition, error) {
	return p.joined("or", p.and, func(a, b condition) condition { return func(f *facts) bool { return a(f) || b(f) } })
}

func (p *parser) and() (condition, error) {
	return p.joined("and", p.not, func(a, b condition) condition { return func(f *facts) bool { return a(f) && b(f) } })
}

// joined reads conditions joined by a word.
func (p *parser) joined(word string, part func() (condition, error), join func(a, b condition) condition) (condition, error) {
	all, err := part()
	for err == nil {
		if _, more := p.take(word); !more {
			break
		}
		var next condition
		if next, err = part(); err == nil {
			all = join(all, next)
		}
	}
	return all, err
}

// not reads a condition without and and or outside of parentheses.
func (p *parser) not() (condition, error) {
	if p.depth++; p.depth > maxDepth {
		return nil, p.wrong("it is nested too deep")
	}
	defer func() { p.depth-- }()
	if _, ok := p.take("not"); ok {
		c, err := p.not()
		return func(f *facts) bool { return !c(f) }, err
	}
	if _, ok := p.take("("); ok {
		c, err := p.or()
		if _, closed := p.take(")"); err == nil && !closed {
			err = p.wrong("want and, or, or )")
		}
		return c, err
	}
	if len(p.tokens) > 0 {
		if c, ok := states(p.split)[p.tokens[0].text]; ok {
			p.tokens = p.tokens[1:]
			return c, nil
		}
	}
	return p.comparison()
}

// comparison reads two numbers and how they compare.
func (p *parser) comparison() (condition, error) {
	a, err := p.number()
	if err != nil {
		return nil, err
	}
	sign, ok := p.take("<", "<=", ">", ">=", "=", "==", "!=")
	if !ok {
		return nil, p.wrong("want <, <=, >, >=, = or !=")
	}
	b, err := p.number()
	if err != nil {
		return nil, err
	}
	switch sign {
	case "<":
		return func(f *facts) bool { return a(f) < b(f) }, nil
	case "<=":
		return func(f *facts) bool { return a(f) <= b(f) }, nil
	case ">":
		return func(f *facts) bool { return a(f) > b(f) }, nil
	case ">=":
		return func(f *facts) bool { return a(f) >= b(f) }, nil
	case "!=":
		return func(f *facts) bool { return a(f) != b(f) }, nil
	}
	return func(f *facts) bool { return a(f) == b(f) }, nil
}

// number reads a number or the name of one.
func (p *parser) number() (number, error) {
	names := numbers()
	if len(p.tokens) > 0 {
		text := p.tokens[0].text
		if n, ok := names[text]; ok {
			p.tokens = p.tokens[1:]
			return n, nil
		}
		if x, err := strconv.ParseFloat(text, 64); err == nil {
			p.tokens = p.tokens[1:]
			return func(*facts) float64 { return x }, nil
		}
	}
	known := slices.AppendSeq(slices.Collect(maps.Keys(names)), maps.Keys(states(p.split)))
	slices.Sort(known)
	return nil, p.wrong("want a number or one of " + strings.Join(known, ", "))
}
