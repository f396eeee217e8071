// Package protocol defines the protocol between Zermelo and rules that run outside
// of it. The two encodings, JSON lines for programs and packed bytes for
// WebAssembly, are described in docs/game-protocol.md.
package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"zermelo/games"
)

// Version is the version of the protocol.
const Version = 1

// Hello describes a game. It is the first message that the rules send.
type Hello struct {
	Version int      `json:"zermelo"` // protocol version
	Title   string   `json:"title"`
	Rules   []string `json:"rules,omitempty"` // paragraphs
	Roles   []string `json:"roles"`           // 1 to games.MaxRoles names
	Colours []string `json:"colours,omitempty"`
	// Total is the sum of the payoffs, or nil in general-sum games and games of one
	// role.
	Total   *int  `json:"total,omitempty"`
	Payoffs []int `json:"payoffs,omitempty"` // possible payoffs of the first role
	// Endless is the payoff of endless play for the first role, by default half of
	// Total. If Total is nil, it is the payoff of each role, by default the lowest
	// of Payoffs in a game of one role, and 0 otherwise.
	Endless *Half  `json:"endless,omitempty"`
	Unit    string `json:"unit,omitempty"`  // unit of payoffs in the singular, such as "seed"
	Turns   string `json:"turns,omitempty"` // alternate (the default), Free or Both
	// Chance reports whether the game has random moves. They do not count for Turns.
	Chance bool `json:"chance,omitempty"`
	// Layers is AskedLayers if answers include the layer, countsLayers followed by
	// characters if the layer is the number of these characters in the state, or
	// empty.
	Layers    string `json:"layers,omitempty"`
	LayerName string `json:"layer_name,omitempty"`
	Span      int    `json:"span,omitempty"` // maximum difference between the layers of a child and its parent, by default 1
	// Alphabet contains the characters of states, by default all valid ones. Length
	// is the maximum length of a state, by default MaxText. Declaring both reduces
	// the size of packed states.
	Alphabet string `json:"alphabet,omitempty"`
	Length   int    `json:"length,omitempty"`
	// Grid is the width and height of a board. The first characters of a state are
	// its cells, row by row from the top left. Pieces contains the characters of
	// each role's pieces, and Walls those of permanently blocked cells.
	Grid   []int    `json:"grid,omitempty"`
	Pieces []string `json:"pieces,omitempty"`
	Walls  string   `json:"walls,omitempty"`
	// Symmetries lists permutations of the characters of a state that preserve the
	// rules except the names of moves. Character i of the image is character p[i] of
	// the state. Their products are symmetries, too.
	Symmetries [][]int  `json:"symmetries,omitempty"`
	Can        []string `json:"can,omitempty"` // optional requests: Draw, Estimate, Images
	Options    []Option `json:"options,omitempty"`
	// Files lists additional files from which a program reads its rules, relative to
	// its directory. It must be empty for scripts and modules.
	Files    []string `json:"files,omitempty"`
	Warnings []string `json:"-"` // about suspect parts of a script
}

// Values of Hello.Turns.
const (
	alternate = "alternate" // players strictly alternate
	Free      = "free"      // a player may move twice in a row
	Both      = "both"      // both roles may move simultaneously
)

// Chance is the mover of a random move.
const Chance = "chance"

// Values in Hello.Can.
const (
	Draw     = "draw"
	Estimate = "estimate"
	Images   = "images"
)

// Values of Hello.Layers.
const (
	AskedLayers  = "asked"
	countsLayers = "count:" // followed by characters
)

// Option is an option of the rules. Its value is one of Values or, if Values is
// empty, an integer in [Low, High].
type Option struct {
	Name    string   `json:"name"`
	Help    string   `json:"help,omitempty"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"`
	Low     int      `json:"low,omitempty"`
	High    int      `json:"high,omitempty"`
}

// Half is a number of half points. Its JSON form is in points, so 3 is encoded as 1.5.
type Half int

// MarshalJSON implements json.Marshaler.
func (h Half) MarshalJSON() ([]byte, error) { return json.Marshal(float64(h) / 2) }

// UnmarshalJSON implements json.Unmarshaler.
func (h *Half) UnmarshalJSON(text []byte) error {
	var points float64
	if err := json.Unmarshal(text, &points); err != nil {
		return fmt.Errorf("endless: %w", explainJSON(err))
	}
	twice := 2 * points
	if twice != math.Trunc(twice) || math.Abs(twice) > 1<<20 {
		return fmt.Errorf("%s points is invalid; points must be a multiple of 0.5, such as 1.5", games.Echo(string(text)))
	}
	*h = Half(twice)
	return nil
}

// MaxText is the default maximum length of states in bytes.
const MaxText = 32

const (
	maxHello      = 1 << 20 // bytes
	maxLength     = 4096    // bytes per state
	maxOptions    = 64
	maxValues     = 1024
	maxSymmetries = 64 // maximum number of declared permutations, excluding their products
	maxFiles      = 1024
)

// ReadHello parses and checks a Hello in JSON.
func ReadHello(text []byte) (*Hello, error) {
	if len(text) > maxHello {
		return nil, fmt.Errorf("hello: %d bytes; the maximum is %d", len(text), maxHello)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	h := new(Hello)
	if err := d.Decode(h); err != nil {
		return nil, fmt.Errorf("hello: %w", explainJSON(err))
	}
	return h, h.Check()
}

// Check returns an error if h is invalid.
func (h *Hello) Check() error {
	for _, check := range []func() error{h.checkWho, h.checkPlay, h.checkStates, h.checkOptions} {
		if err := check(); err != nil {
			return fmt.Errorf("hello: %w", err)
		}
	}
	return nil
}

func (h *Hello) checkWho() error {
	switch {
	case h.Version != Version:
		return fmt.Errorf("zermelo is %d, but the supported protocol version is %d", h.Version, Version)
	case h.Title == "":
		return fmt.Errorf("title is missing")
	case len(h.Roles) < 1 || len(h.Roles) > games.MaxRoles:
		return fmt.Errorf("roles has %s, expected 1 to %d, such as [\"first\", \"second\"]", games.Count(len(h.Roles), "name"), games.MaxRoles)
	}
	for i, role := range h.Roles {
		if slices.Contains(h.Roles[:i], role) {
			return fmt.Errorf("roles contains %q more than once", role)
		}
		if h.Chance && role == Chance {
			return fmt.Errorf("roles contains %q, which is the mover of random moves; rename the role", role)
		}
		if err := checkWord("roles", role); err != nil {
			return err
		}
	}
	for _, text := range slices.Concat([]string{h.Title, h.Unit, h.LayerName}, h.Rules) {
		if games.Clean(text) != text || strings.Contains(text, "\n") {
			return fmt.Errorf("line breaks and control characters are not allowed in title, rules, unit and layer_name: %q", games.Echo(text))
		}
	}
	if n := len(h.Colours); n > 0 && n != len(h.Roles) {
		return fmt.Errorf("colours has %s, expected %d, one per role", games.Count(n, "name"), len(h.Roles))
	}
	return nil
}

func (h *Hello) checkPlay() error {
	payoff := func(what string, n int) error {
		if n < -1<<15 || n >= 1<<15 {
			return fmt.Errorf("%s is %d, expected -32768 to 32767", what, n)
		}
		return nil
	}
	for _, n := range h.Payoffs {
		if err := payoff("an entry of payoffs", n); err != nil {
			return err
		}
	}
	switch {
	case h.Total != nil && payoff("total", *h.Total) != nil:
		return payoff("total", *h.Total)
	case h.Endless != nil && payoff("endless", int(*h.Endless)/2) != nil:
		return payoff("endless", int(*h.Endless)/2)
	case h.Total != nil && len(h.Roles) != 2:
		return fmt.Errorf("total requires two roles; remove it")
	case !slices.Contains([]string{"", alternate, Free, Both}, h.Turns):
		return fmt.Errorf("turns is %q, expected %q, %q or %q", h.Turns, alternate, Free, Both)
	case h.Turns == Both && len(h.Roles) == 1:
		return fmt.Errorf("turns is %q, but the game has only one role", Both)
	case h.Turns == Both && len(h.Roles) > 2:
		return fmt.Errorf("turns is %q, which requires two roles, not %d", Both, len(h.Roles))
	case h.Layers != "" && h.Layers != AskedLayers && (!strings.HasPrefix(h.Layers, countsLayers) || h.Layers == countsLayers):
		return fmt.Errorf("layers is %q, expected %q, or %q followed by the characters that moves add to a state, such as %q", h.Layers, AskedLayers, countsLayers, "count:xo")
	case h.Span < 0 || h.Span > 1000:
		return fmt.Errorf("span is %d, expected 1 to 1000", h.Span)
	}
	for _, what := range h.Can {
		if !slices.Contains([]string{Draw, Estimate, Images}, what) {
			return fmt.Errorf("field \"can\" contains %q; the valid entries are %q, %q and %q", what, Draw, Estimate, Images)
		}
	}
	return nil
}

func (h *Hello) checkStates() error {
	if h.Length < 0 || h.Length > maxLength {
		return fmt.Errorf("length is %d, expected 1 to %d (the maximum number of characters per state)", h.Length, maxLength)
	}
	if h.Alphabet != "" && h.Length == 0 {
		return fmt.Errorf("alphabet requires length, the maximum number of characters per state")
	}
	for i, c := range []byte(h.Alphabet) {
		if !isPlain(c) {
			return fmt.Errorf("alphabet contains %q; %s", rune(c), plainOnly)
		}
		if strings.IndexByte(h.Alphabet, c) != i {
			return fmt.Errorf("alphabet contains %q more than once", rune(c))
		}
	}
	if n := len(h.Grid); n != 0 && (n != 2 || min(h.Grid[0], h.Grid[1]) < 1 || h.Grid[0] > 26 || h.Grid[1] > 100) {
		return fmt.Errorf("grid is %v, expected a width of 1 to 26 and a height of 1 to 100, such as [3, 3]", h.Grid)
	}
	if len(h.Pieces) > len(h.Roles) {
		return fmt.Errorf("pieces has %s, but the game has only %s", games.Count(len(h.Pieces), "text"), games.Count(len(h.Roles), "role"))
	}
	if len(h.Symmetries) > maxSymmetries {
		return fmt.Errorf("symmetries lists %d permutations; the maximum is %d (products of permutations are added automatically)", len(h.Symmetries), maxSymmetries)
	}
	for _, p := range h.Symmetries {
		sorted := slices.Sorted(slices.Values(p))
		for i, at := range sorted {
			if at != i {
				return fmt.Errorf("symmetries: %v is not a permutation; it must contain each number from 0 to %d once", p, len(p)-1)
			}
		}
		if len(p) > maxLength {
			return fmt.Errorf("symmetries: a permutation has %d numbers; the maximum is %d", len(p), maxLength)
		}
	}
	return nil
}

func (h *Hello) checkOptions() error {
	if len(h.Files) > maxFiles {
		return fmt.Errorf("%d files; the maximum is %d", len(h.Files), maxFiles)
	}
	if len(h.Options) > maxOptions {
		return fmt.Errorf("%d options; the maximum is %d", len(h.Options), maxOptions)
	}
	for i, o := range h.Options {
		if err := checkWord("options", o.Name); err != nil {
			return err
		}
		if slices.ContainsFunc(h.Options[:i], func(other Option) bool { return strings.EqualFold(o.Name, other.Name) }) {
			return fmt.Errorf("option %s is declared more than once", o.Name)
		}
		if len(o.Values) > maxValues || len(o.Values) == 0 && (o.High < o.Low || o.Low == 0 && o.High == 0) {
			return fmt.Errorf("option %s must have 1 to %d values, or low and high", o.Name, maxValues)
		}
		for _, value := range o.Values {
			if err := checkWord("option "+o.Name, value); err != nil {
				return err
			}
		}
		if len(o.Values) > 0 && !slices.Contains(o.Values, o.Default) {
			return fmt.Errorf("option %s: the default %q is not one of its values", o.Name, o.Default)
		}
		if len(o.Values) == 0 {
			n := 0
			if _, err := fmt.Sscanf(o.Default, "%d", &n); err != nil || fmt.Sprint(n) != o.Default || n < o.Low || n > o.High {
				return fmt.Errorf("option %s: the default %q is not a whole number from %d to %d", o.Name, o.Default, o.Low, o.High)
			}
		}
	}
	return nil
}

// checkWord checks a word that can become part of a game's name or of a list.
func checkWord(where, word string) error {
	if word == "" || len(word) > 100 || strings.ContainsAny(word, ":,=@+/") {
		return fmt.Errorf("%s has the invalid name %q; names have 1 to 100 characters and must not contain : , = @ + /", where, games.Echo(word))
	}
	if at := CheckPlain(word); at >= 0 {
		return fmt.Errorf("%s has the invalid name %q; %s", where, games.Echo(word), plainOnly)
	}
	return nil
}

// Counted returns the characters that count towards the layer of a state, or "".
func (h *Hello) Counted() string {
	set, ok := strings.CutPrefix(h.Layers, countsLayers)
	if !ok {
		return ""
	}
	return set
}

// Has reports whether the game supports a request: Draw, Estimate or Images.
func (h *Hello) Has(what string) bool { return slices.Contains(h.Can, what) }

// isPlain reports whether states and moves may contain c: a visible ASCII character
// that needs no escaping within double quotes in a shell.
func isPlain(c byte) bool {
	return c > '!' && c <= '~' && c != '"' && c != '$' && c != '`' && c != '\\'
}

const plainOnly = "only visible ASCII characters other than \" $ ` \\ ! are allowed"

// CheckPlain returns the index of the first character that states and moves must not
// contain, or -1 if there is none.
func CheckPlain[T string | []byte](text T) int {
	for i := range len(text) {
		if !isPlain(text[i]) {
			return i
		}
	}
	return -1
}
