// Package protocol says what Zermelo asks a game that comes from outside, and what the
// game answers. Rules is the meaning; docs/game-protocol.md has its two forms, lines of
// JSON for programs and packed bytes for WebAssembly.
package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
)

// Version is the version of the protocol.
const Version = 1

// Hello is what a game says of itself.
type Hello struct {
	Version int      `json:"zermelo"` // of the protocol
	Title   string   `json:"title"`
	Rules   []string `json:"rules,omitempty"` // paragraphs
	Roles   []string `json:"roles"`           // one or two
	Colours []string `json:"colours,omitempty"`
	// Total is the sum of the payoffs at each end; nil for a game of general sum. A sole
	// player has none.
	Total *int `json:"total,omitempty"`
	// Payoffs are those that the first role can get.
	Payoffs []int `json:"payoffs,omitempty"`
	// Endless is what the first role gets when play never ends; nil for half of Total.
	Endless *int `json:"endless,omitempty"`
	// Turns is one of Alternate, Free and Both; "" stands for Alternate.
	Turns string `json:"turns,omitempty"`
	// Layers says what the layer of a state is: "count:" and characters, of which a
	// state has the more the later it is; "asked" if the answer about a state has it;
	// "" if nothing is said.
	Layers    string `json:"layers,omitempty"`
	LayerName string `json:"layer_name,omitempty"`
	Span      int    `json:"span,omitempty"` // the largest step between layers; 0 stands for 1
	// Alphabet has the characters of states, "" for any, and Length is the most that a
	// state has, 0 for MaxText. They make states smaller in memory.
	Alphabet string `json:"alphabet,omitempty"`
	Length   int    `json:"length,omitempty"`
	// Grid is the width and the height of a board, whose cells from the top left are the
	// first characters of a state. Pieces are the characters of each role's pieces, Walls
	// those of cells that nobody can enter.
	Grid   []int    `json:"grid,omitempty"`
	Pieces []string `json:"pieces,omitempty"`
	Walls  string   `json:"walls,omitempty"`
	// Symmetries are permutations of the characters of a state that change nothing but
	// the names of moves: character i of the image is character p[i] of the state. All
	// that they make together are used.
	Symmetries [][]int `json:"symmetries,omitempty"`
	// Can lists what else the game answers: Draw, Estimate and Images.
	Can     []string `json:"can,omitempty"`
	Options []Option `json:"options,omitempty"`
}

// What Hello.Turns says.
const (
	Alternate = "alternate" // the players take turns without exception
	Free      = "free"      // a player may move twice running
	Both      = "both"      // both may choose at once
)

// What Hello.Can lists.
const (
	Draw     = "draw"
	Estimate = "estimate"
	Images   = "images"
)

// What Hello.Layers says.
const (
	AskedLayers  = "asked"
	CountsLayers = "count:" // and characters
)

// Option is an option of the rules: one of Values, or a whole number from Low to High.
type Option struct {
	Name    string   `json:"name"`
	Help    string   `json:"help,omitempty"`
	Default string   `json:"default"`
	Values  []string `json:"values,omitempty"`
	Low     int      `json:"low,omitempty"`
	High    int      `json:"high,omitempty"`
}

// MaxText is the length of the longest state that is packed as it is, in bytes.
const MaxText = 32

// The limits of what a game says of itself.
const (
	maxHello      = 1 << 20 // bytes
	maxLength     = 4096    // bytes of a state
	maxCells      = 26 * 100
	maxOptions    = 64
	maxValues     = 1024
	maxSymmetries = 64 // that are listed
)

// ReadHello reads and checks the JSON text of a Hello. Its errors say what is wrong with
// the text, and where.
func ReadHello(text []byte) (*Hello, error) {
	if len(text) > maxHello {
		return nil, fmt.Errorf("hello: %d bytes, more than %d", len(text), maxHello)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	h := new(Hello)
	if err := d.Decode(h); err != nil {
		return nil, fmt.Errorf("hello: %w", err)
	}
	return h, h.Check()
}

// Check returns an error that says what is wrong with what a game says of itself.
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
		return fmt.Errorf("zermelo is %d: this program speaks version %d of the protocol", h.Version, Version)
	case h.Title == "":
		return fmt.Errorf("title is missing")
	case len(h.Roles) < 1 || len(h.Roles) > games.MaxRoles:
		return fmt.Errorf("roles has %s: games of one to %d can be solved", games.Count(len(h.Roles), "name"), games.MaxRoles)
	}
	for i, role := range h.Roles {
		if slices.Contains(h.Roles[:i], role) {
			return fmt.Errorf("roles has %q twice", role)
		}
		if err := checkWord("roles", role); err != nil {
			return err
		}
	}
	for _, text := range slices.Concat([]string{h.Title, h.LayerName}, h.Rules) {
		if games.Clean(text) != text || strings.Contains(text, "\n") {
			return fmt.Errorf("%q has a line end or a control character in it", games.Echo(text))
		}
	}
	if n := len(h.Colours); n > 0 && n != len(h.Roles) {
		return fmt.Errorf("colours has %s for %s", games.Count(n, "name"), games.Count(len(h.Roles), "role"))
	}
	return nil
}

func (h *Hello) checkPlay() error {
	payoff := func(what string, n int) error {
		if n < -1<<15 || n >= 1<<15 {
			return fmt.Errorf("%s is %d: want -32768 to 32767", what, n)
		}
		return nil
	}
	for _, n := range h.Payoffs {
		if err := payoff("a number of payoffs", n); err != nil {
			return err
		}
	}
	switch {
	case h.Total != nil && payoff("total", *h.Total) != nil:
		return payoff("total", *h.Total)
	case h.Endless != nil && payoff("endless", *h.Endless) != nil:
		return payoff("endless", *h.Endless)
	case h.Total != nil && len(h.Roles) != 2:
		return fmt.Errorf("total is for two roles: leave it out")
	case !slices.Contains([]string{"", Alternate, Free, Both}, h.Turns):
		return fmt.Errorf("turns is %q: want %q, %q or %q", h.Turns, Alternate, Free, Both)
	case h.Turns == Both && len(h.Roles) == 1:
		return fmt.Errorf("turns is %q, but there is one role", Both)
	case h.Turns == Both && len(h.Roles) > 2:
		return fmt.Errorf("turns is %q, which is for two roles: of %d only one can move at a time", Both, len(h.Roles))
	case h.Layers != "" && h.Layers != AskedLayers && (!strings.HasPrefix(h.Layers, CountsLayers) || h.Layers == CountsLayers):
		return fmt.Errorf("layers is %q: want %q, or %q and the characters that play adds to a state, as in %q", h.Layers, AskedLayers, CountsLayers, "count:xo")
	case h.Span < 0 || h.Span > 1000:
		return fmt.Errorf("span is %d: want 1 to 1000", h.Span)
	}
	for _, what := range h.Can {
		if !slices.Contains([]string{Draw, Estimate, Images}, what) {
			return fmt.Errorf("can has %q: want %q, %q and %q", what, Draw, Estimate, Images)
		}
	}
	return nil
}

func (h *Hello) checkStates() error {
	if h.Length < 0 || h.Length > maxLength {
		return fmt.Errorf("length is %d: want 1 to %d, the most characters of a state", h.Length, maxLength)
	}
	if h.Alphabet != "" && h.Length == 0 {
		return fmt.Errorf("alphabet needs length, the most characters of a state")
	}
	for i, c := range []byte(h.Alphabet) {
		if !isPlain(c) {
			return fmt.Errorf("alphabet has %q: %s", rune(c), wantPlain)
		}
		if strings.IndexByte(h.Alphabet, c) != i {
			return fmt.Errorf("alphabet has %q twice", rune(c))
		}
	}
	if n := len(h.Grid); n != 0 && (n != 2 || min(h.Grid[0], h.Grid[1]) < 1 || h.Grid[0] > 26 || h.Grid[1] > 100) {
		return fmt.Errorf("grid is %v: want a width of 1 to 26 and a height of 1 to 100, as in [3, 3]", h.Grid)
	}
	if len(h.Pieces) > len(h.Roles) {
		return fmt.Errorf("pieces has %s for %s", games.Count(len(h.Pieces), "text"), games.Count(len(h.Roles), "role"))
	}
	if len(h.Symmetries) > maxSymmetries {
		return fmt.Errorf("symmetries has %d permutations: want %d at most, as those that they make together are found", len(h.Symmetries), maxSymmetries)
	}
	for _, p := range h.Symmetries {
		sorted := slices.Sorted(slices.Values(p))
		for i, at := range sorted {
			if at != i {
				return fmt.Errorf("symmetries: %v is no permutation: want each of 0 to %d once", p, len(p)-1)
			}
		}
		if len(p) > maxLength {
			return fmt.Errorf("symmetries: a permutation of %d characters: want %d at most", len(p), maxLength)
		}
	}
	return nil
}

func (h *Hello) checkOptions() error {
	if len(h.Options) > maxOptions {
		return fmt.Errorf("%d options: want %d at most", len(h.Options), maxOptions)
	}
	for i, o := range h.Options {
		if err := checkWord("options", o.Name); err != nil {
			return err
		}
		if slices.ContainsFunc(h.Options[:i], func(other Option) bool { return strings.EqualFold(o.Name, other.Name) }) {
			return fmt.Errorf("option %s is there twice", o.Name)
		}
		if len(o.Values) > maxValues || len(o.Values) == 0 && o.High < o.Low {
			return fmt.Errorf("option %s: want values, at most %d, or low and high", o.Name, maxValues)
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
				return fmt.Errorf("option %s: the default %q is no whole number from %d to %d", o.Name, o.Default, o.Low, o.High)
			}
		}
	}
	return nil
}

// checkWord checks a name that is typed as part of a game's name, or shown in a list.
func checkWord(where, word string) error {
	if word == "" || len(word) > 100 || strings.ContainsAny(word, ":,=@+/") {
		return fmt.Errorf("%s has the name %q: want 1 to 100 characters without : , = @ + /", where, games.Echo(word))
	}
	if at := CheckPlain(word); at >= 0 {
		return fmt.Errorf("%s has the name %q: %s", where, games.Echo(word), wantPlain)
	}
	return nil
}

// Counted is the characters of a state that are counted for its layer, "" if none are.
func (h *Hello) Counted() string {
	set, ok := strings.CutPrefix(h.Layers, CountsLayers)
	if !ok {
		return ""
	}
	return set
}

// Has reports whether the game answers one of Draw, Estimate and Images.
func (h *Hello) Has(what string) bool { return slices.Contains(h.Can, what) }

// isPlain reports whether states and moves can have a character: one of ASCII that is
// visible and needs no quoting in a shell's double quotes.
func isPlain(c byte) bool {
	return c > '!' && c <= '~' && c != '"' && c != '$' && c != '`' && c != '\\'
}

// wantPlain says what a text must consist of.
const wantPlain = "want visible ASCII characters other than \" $ ` \\ !"

// CheckPlain is the place of the first character that a state cannot have, -1 if there is
// none.
func CheckPlain[T string | []byte](text T) int {
	for i := range len(text) {
		if !isPlain(text[i]) {
			return i
		}
	}
	return -1
}
