// Package morris is the family of mill games: three, six and nine men's morris.
//
// The rules of nine men's morris are those of Ralph Gasser, who solved it
// (Solving Nine Men's Morris, Games of No Chance, MSRI 29, 1996). Six men's
// morris has the same rules on a board of two squares. In three men's morris a
// mill leaves the opponent with two men, so the first mill wins by the same
// rules. What differs between sources is an option: flying, the diagonals of the
// small board, whether men in mills can be taken, and where the men start.
package morris

import (
	"fmt"

	"zermelo/games"
)

// fewest is the number of men that a player needs to play on.
const fewest = 3

// Entry is the game morris with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "morris",
		Summary: "mills of three, six or nine men; a mill takes an opposing man",
		Options: []games.Option{
			games.Enum("men", "men of each side; the board has 9, 16 or 24 points", "9", "6", "3"),
			games.Enum("flying", "when a man may go to any empty point; usual: with three men left of nine, else never", "usual", "never", "three", "always"),
			games.Enum("lines", "whether the board of three men's morris has diagonals", "diagonal", "straight"),
			games.Enum("taking", "which men can be taken; outside-mills: those in mills only if there are no others", "outside-mills", "any"),
			games.Text("start", "empty, or how many men of white and of black are on the board, with none to place, as in 5x5", "empty", "empty | WxB, each 3 up to men", normalStart),
		},
		New: newVariant,
	}
}

// Presets are the names for morris with certain options.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "three-mens-morris", Spec: "morris:men=3", Summary: "morris with three men on nine points, with diagonals"},
		{Name: "six-mens-morris", Spec: "morris:men=6", Summary: "morris with six men on two squares"},
		{Name: "nine-mens-morris", Spec: "morris", Summary: "morris with nine men on three squares"},
	}
}

// normalStart checks the value of the option start.
func normalStart(value string) (string, error) {
	if value == "empty" {
		return value, nil
	}
	var white, black int
	n, err := fmt.Sscanf(value, "%dx%d", &white, &black)
	normal := fmt.Sprintf("%dx%d", white, black)
	if n != 2 || err != nil || normal != value || min(white, black) < fewest || max(white, black) > 9 {
		return "", fmt.Errorf("must be empty, or the men of white and black on the board, 3 to 9 each, as in 5x5")
	}
	return normal, nil
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	r := rules{men: c.Int("men"), takeAny: c.String("taking") == "any"}
	r.diagonals = r.men == 3 && c.String("lines") == "diagonal"
	if r.men != 3 && c.String("lines") != "diagonal" {
		return nil, games.BadInput("morris: lines=%s is for men=3, the only board that can have diagonals: leave it out, or type men=3", c.String("lines"))
	}
	switch c.String("flying") {
	case "usual":
		if r.men == 9 {
			r.flying = fewest
		}
	case "three":
		r.flying = fewest
	case "always":
		r.flying = r.men
	}
	if start := c.String("start"); start != "empty" {
		if _, err := fmt.Sscanf(start, "%dx%d", &r.placed[0], &r.placed[1]); err != nil {
			return nil, err
		}
		if n := max(r.placed[0], r.placed[1]); n > r.men {
			return nil, games.BadInput("morris: start=%s needs %d men, men=%d: type start=%dx%d or fewer", start, n, r.men, r.men, r.men)
		}
	}
	return newGame(r), nil
}

// rules are the options in force.
type rules struct {
	men       int
	flying    int    // men that fly: this many or fewer
	diagonals bool   // on the board of three men
	takeAny   bool   // also men in mills
	placed    [2]int // men on the board at the start; none where it is empty
}
