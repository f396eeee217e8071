package games

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Option describes an option of a game.
type Option struct {
	Name    string
	Default string
	Help    string // effect of the option
	Domain  string // allowed values, such as "none | diagonal" or "1..100"
	// Drawn reports whether the option affects only drawings. Such an option is not
	// part of the variant's name.
	Drawn bool
	// IsSize reports whether "size" is another name of the option.
	IsSize bool
	// Phrases describes the values in words, separated by " | "; see Says.
	Phrases string
	// normal returns the canonical form of a value, or an error.
	normal func(value string) (string, error)
}

// AsSize returns a copy of o with the additional name "size".
func (o Option) AsSize() Option {
	o.IsSize = true
	return o
}

// Says returns a copy of o whose values are described by phrases, separated by " | ".
// An Enum has a phrase for each value, in the same order. Other options have one
// phrase, or one for the default and one for other values. "%s" represents the value.
// The value "none" needs no phrase.
func (o Option) Says(phrases string) Option {
	o.Phrases = phrases
	return o
}

// Words describes the choice in words, as in "4 columns, 5 rows", "3 rounds" or
// "diagonal captures". Without phrases (see Option.Says), the words are the value and
// the name of the option.
func (s Setting) Words() string {
	plain := strings.NewReplacer("-", " ", "+", ", ")
	value, name := plain.Replace(s.Value), plain.Replace(s.Name)
	n, err := strconv.Atoi(s.Value)
	if err == nil {
		value = s.Value // may be negative
	}
	if phrases := strings.Split(s.Phrases, " | "); s.Phrases != "" && value != "none" {
		at := slices.Index(strings.Split(s.Domain, " | "), s.Value)
		if at < 0 && s.Value != s.Default {
			at = len(phrases)
		}
		return strings.ReplaceAll(phrases[min(max(at, 0), len(phrases)-1)], "%s", value)
	}
	if size, err := parsePair(value, "x"); err == nil {
		return Count(size[0], "column") + ", " + Count(size[1], "row")
	}
	if err == nil {
		return Count(n, strings.TrimSuffix(name, "s"))
	}
	switch value {
	case "none":
		return "no " + name
	case "yes":
		return name
	}
	return value + " " + name
}

// Choices returns the descriptions of the values of an Enum. It returns nil for other options.
func (s Setting) Choices() (words []string) {
	values := strings.Split(s.Domain, " | ")
	if len(values) == 1 || strings.ContainsAny(s.Domain, ".,") {
		return nil
	}
	for _, s.Value = range values {
		words = append(words, s.Words())
	}
	return words
}

// Enum returns an option with named values. The first value is the default.
func Enum(name, help string, values ...string) Option {
	return Option{
		Name: name, Default: values[0], Help: help, Domain: strings.Join(values, " | "),
		normal: func(v string) (string, error) {
			if slices.Contains(values, v) {
				return v, nil
			}
			if near := Nearest(v, values); near != "" {
				return "", fmt.Errorf("must be one of %s; did you mean %s?", strings.Join(values, ", "), near)
			}
			return "", fmt.Errorf("must be one of %s", strings.Join(values, ", "))
		},
	}
}

// Int returns an option whose value is an integer in [low, high].
func Int(name, help string, def, low, high int) Option {
	return Option{
		Name: name, Default: strconv.Itoa(def), Help: help, Domain: fmt.Sprintf("%d..%d", low, high),
		normal: func(v string) (string, error) {
			n, err := strconv.Atoi(v)
			if err != nil || n < low || n > high {
				return "", fmt.Errorf("must be a whole number from %d to %d", low, high)
			}
			return strconv.Itoa(n), nil
		},
	}
}

// Size returns an option whose value is a board size, written WIDTHxHEIGHT. Both
// sides must be in [low, high].
func Size(name, help string, width, height, low, high int) Option {
	standard := fmt.Sprintf("%dx%d", width, height)
	return Option{
		Name: name, Default: standard, Help: help,
		Domain: fmt.Sprintf("WxH, each %d..%d", low, high),
		normal: func(v string) (string, error) {
			size, err := parsePair(v, "x")
			if err != nil || min(size[0], size[1]) < low || max(size[0], size[1]) > high {
				return "", fmt.Errorf("must be WIDTHxHEIGHT with sides from %d to %d, such as %s", low, high, standard)
			}
			return fmt.Sprintf("%dx%d", size[0], size[1]), nil
		},
	}
}

// Cells returns an option whose value is a set of cells, written X.Y+X.Y+... The
// default is the empty set.
func Cells(name, help string) Option {
	return Option{
		Name: name, Help: help, Domain: "x.y+x.y... | none", Default: "none",
		normal: func(v string) (string, error) {
			cells, err := parseCells(v)
			if err != nil {
				return "", err
			}
			return formatCells(cells), nil
		},
	}
}

// Text returns an option with its own syntax, which is described by domain. The
// function normal returns the canonical form of a value, or an error such as "must
// be two sides, such as KQK".
func Text(name, help, def, domain string, normal func(value string) (string, error)) Option {
	return Option{Name: name, Default: def, Help: help, Domain: domain, normal: normal}
}

func parsePair(text, separator string) (pair [2]int, err error) {
	left, right, _ := strings.Cut(text, separator)
	var err1, err2 error
	pair[0], err1 = strconv.Atoi(left)
	pair[1], err2 = strconv.Atoi(right)
	return pair, cmp.Or(err1, err2)
}

func parseCells(text string) ([][2]int, error) {
	if text == "none" || text == "" {
		return nil, nil
	}
	var cells [][2]int
	for part := range strings.SplitSeq(text, "+") {
		cell, err := parsePair(part, ".")
		if err != nil || min(cell[0], cell[1]) < 0 {
			return nil, fmt.Errorf("contains the invalid cell %q; cells are written x.y and separated by +, as in 2.3+4.3", part)
		}
		cells = append(cells, cell)
	}
	slices.SortFunc(cells, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return slices.Compact(cells), nil
}

func formatCells(cells [][2]int) string {
	if len(cells) == 0 {
		return "none"
	}
	return joinFunc(cells, func(c [2]int) string { return fmt.Sprintf("%d.%d", c[0], c[1]) })
}

func joinFunc[T any](list []T, format func(T) string) string {
	parts := make([]string, len(list))
	for i, t := range list {
		parts[i] = format(t)
	}
	return strings.Join(parts, "+")
}

// Numbers returns an option whose value is a non-empty list of integers in [low,
// high], joined by '+' in ascending order. The argument most is the maximum length.
func Numbers(name, help, standard string, most, low, high int) Option {
	return Option{
		Name: name, Help: help, Domain: fmt.Sprintf("n+n+..., at most %d, each %d..%d", most, low, high), Default: standard,
		normal: func(v string) (string, error) {
			numbers, err := parseNumbers(v)
			if err != nil || len(numbers) > most || numbers[0] < low || numbers[len(numbers)-1] > high {
				return "", fmt.Errorf("must be up to %d whole numbers, each from %d to %d, joined by +, such as %s", most, low, high, standard)
			}
			return joinFunc(numbers, strconv.Itoa), nil
		},
	}
}

func parseNumbers(text string) ([]int, error) {
	var numbers []int
	for part := range strings.SplitSeq(text, "+") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers, nil
}

// Choice holds a valid value for each option of a game.
type Choice struct {
	settings []Setting
}

// String returns the value of an option. It panics if the option does not exist.
func (c Choice) String(name string) string {
	for _, s := range c.settings {
		if s.Name == name {
			return s.Value
		}
	}
	panic("games: no option " + name)
}

// Int returns the value of an Int option.
func (c Choice) Int(name string) int {
	return read(c, name, "a number", strconv.Atoi)
}

func read[T any](c Choice, name, what string, parse func(string) (T, error)) T {
	value, err := parse(c.String(name))
	if err != nil {
		panic("games: option " + name + " is not " + what)
	}
	return value
}

// Size returns the value of a Size option.
func (c Choice) Size(name string) (width, height int) {
	size := read(c, name, "a size", func(v string) ([2]int, error) { return parsePair(v, "x") })
	return size[0], size[1]
}

// Cells returns the value of a Cells option as sorted (x, y) pairs.
func (c Choice) Cells(name string) [][2]int {
	return read(c, name, "a set of cells", parseCells)
}

// Numbers returns the value of a Numbers option in ascending order.
func (c Choice) Numbers(name string) []int {
	return read(c, name, "a list of numbers", parseNumbers)
}
