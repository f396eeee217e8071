package record

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
)

// board is the size of a game, and the sizes of the piles of nim.
type board struct {
	w, h  int
	piles []int
}

// cell returns the name of a cell, given its column from 0 and its row from 1.
func cell(column, row int) string { return string(rune('a'+column)) + strconv.Itoa(row) }

// spielGame maps the actions of a game of OpenSpiel to moves. An action is a number or a text; both
// are converted to the same list of numbers.
type spielGame struct {
	// variant is the corresponding variant. It contains parameters of OpenSpiel in braces, whose
	// defaults are listed in defaults.
	variant, defaults string
	// text matches an action as text. Each group is a number, or a letter that becomes its index in
	// the alphabet. A text without groups is the name of the move.
	text string
	// distinct reports whether an action as text is never a move in the notation of the game.
	distinct bool
	extra    string // name of the move whose number is the number of cells, such as "pass"
	numbers  func(b board, action int) []int
	move     func(b board, at []int) string
}

func onCells(b board, a int) []int            { return []int{a % b.w, a/b.w + 1} }
func cellMove(_ board, at []int) string       { return cell(at[0], at[1]) }
func sameNumber(_ board, a int) []int         { return []int{a} }
func step(row, column, down, right int) []int { return []int{column, row, column + right, row - down} }

// points holds the names of the points of nine men's morris in OpenSpiel's order.
var points = strings.Fields("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1")

// spielGames holds the games by OpenSpiel's names. The numbers and texts of actions are those of the
// functions LegalActions and ActionToString in open_spiel/games, the parameters and their defaults
// those of parameter_specification.
var spielGames = map[string]*spielGame{
	"tic_tac_toe": {
		variant: "tictactoe:size=3x3,in-a-row=3,misere=no", text: `[xo]\(([0-9]),([0-9])\)`, distinct: true,
		numbers: func(b board, a int) []int { return []int{a / b.w, a % b.w} },
		move:    func(b board, at []int) string { return cell(at[1], b.h-at[0]) },
	},
	"connect_four": {
		variant: "connect4:size={columns}x{rows},connect={x_in_row}", defaults: "columns=7,rows=6,x_in_row=4",
		text: `[xo]([0-9]+)`, distinct: true, numbers: sameNumber,
		move: func(_ board, at []int) string { return strconv.Itoa(at[0] + 1) },
	},
	"breakthrough": { // the first player moves down, so the rows are mirrored
		variant: "breakthrough:size={columns}x{rows},rows={army},captures=diagonal,steps=any,holes=none", defaults: "columns=8,rows=8,army=2",
		text: `([a-z])([0-9]+)([a-z])([0-9]+)\*?`,
		numbers: func(b board, a int) []int {
			return step(b.h-a/(12*b.w), a/12%b.w, 1-2*(a/2%6/3), a/2%3-1)
		},
		move: func(b board, at []int) string {
			return cell(at[0], b.h+1-at[1]) + "-" + cell(at[2], b.h+1-at[3])
		},
	},
	"hex": {
		variant: "hex:size={num_cols}x{num_rows},swap={swap}", defaults: "num_cols={board_size},num_rows={board_size},board_size=11,swap=no",
		text: `([a-z])([0-9]+)|swap`, extra: "swap", numbers: onCells, move: cellMove,
	},
	"othello": {
		variant: "othello:size={side}x{side},start=crossed", defaults: "side=8",
		text: `([a-h])([0-9])|pass`, extra: "pass", numbers: onCells, move: cellMove,
	},
	"dots_and_boxes": {
		variant: "dots-and-boxes:boxes={num_cols}x{num_rows},start=empty", defaults: "num_cols=2,num_rows=2",
		text: `P[12]\(([hv]),([0-9]+),([0-9]+)\)`, distinct: true,
		numbers: func(b board, a int) []int {
			if vertical := a - (b.h+1)*b.w; vertical >= 0 {
				return []int{'v' - 'a', vertical / (b.w + 1), vertical % (b.w + 1)}
			}
			return []int{'h' - 'a', a / b.w, a % b.w}
		},
		move: func(b board, at []int) string {
			row, column := b.h+1-at[1], at[2]
			if at[0] == 'v'-'a' {
				return cell(column, row-1) + "-" + cell(column, row)
			}
			return cell(column, row) + "-" + cell(column+1, row)
		},
	},
	"clobber": {
		variant: "clobber:size={columns}x{rows}", defaults: "columns=6,rows=5", text: `([a-z])([0-9]+)([a-z])([0-9]+)`,
		numbers: func(b board, a int) []int {
			return step(b.h-a/(4*b.w), a/4%b.w, []int{-1, 0, 1, 0}[a%4], []int{0, 1, 0, -1}[a%4])
		},
		move: func(_ board, at []int) string { return cell(at[0], at[1]) + "x" + cell(at[2], at[3]) },
	},
	"nim": {
		variant: "nim:piles={pile_sizes},take=0,misere={is_misere}", defaults: "pile_sizes=1+3+5+7,is_misere=yes",
		text: `pile:([0-9]+), take:([0-9]+);?`, distinct: true,
		numbers: func(b board, a int) []int { return []int{a%len(b.piles) + 1, a/len(b.piles) + 1} },
		move: func(b board, at []int) string {
			if at[0] < 1 || at[0] > len(b.piles) {
				return fmt.Sprintf("pile %d", at[0])
			}
			pile := &b.piles[at[0]-1]
			*pile -= at[1]
			return fmt.Sprintf("%d-%d", *pile+at[1], at[1])
		},
	},
	"mancala": {
		variant: "kalah:pits=6,seeds=4,captures=facing,end=side,rest=owner", text: `([0-9]+)`, numbers: sameNumber,
		move: func(_ board, at []int) string { return strconv.Itoa(at[0] - 7*min(1, at[0]/8)) },
	},
	"nine_mens_morris": {
		variant: "morris:men=9,flying=usual,taking=outside-mills,start=empty",
		text:    `Point ([0-9]+)|Move ([0-9]+) -> ([0-9]+)`, distinct: true,
		numbers: func(_ board, a int) []int {
			if a < len(points) {
				return []int{a}
			}
			return []int{a/len(points) - 1, a % len(points)}
		},
		move: func(_ board, at []int) string {
			var names []string
			for _, i := range at {
				if i >= len(points) {
					return fmt.Sprintf("point %d", i)
				}
				names = append(names, points[i])
			}
			return strings.Join(names, "-")
		},
	},
}

// settings parses a list such as "size=3x3,swap=no".
func settings(list string) map[string]string {
	all := map[string]string{}
	for pair := range strings.SplitSeq(list, ",") {
		key, value, _ := strings.Cut(pair, "=")
		all[strings.TrimSpace(key)] = value
	}
	return all
}

var number = regexp.MustCompile(`[0-9]+`)

var spielCall = regexp.MustCompile(`^([a-z_0-9]+?)(?:_proxy)?\((.*)\)$`)

// check returns an error unless the variant has the rules of OpenSpiel's game in call, such as
// "hex(board_size=5)". If call is "", the game may have any parameters.
func (r *Reader) check(call string) error {
	name, parameters := r.name, map[string]string(nil)
	if call != "" {
		parts := spielCall.FindStringSubmatch(call)
		if parts == nil {
			return games.BadInput("%q is not a game of OpenSpiel; expected a name with parameters, such as hex(board_size=5)", call)
		}
		name = parts[1]
		parameters = settings(strings.NewReplacer("False", "no", "false", "no", "True", "yes", "true", "yes", ";", "+").Replace(parts[2]))
	}
	label, want := r.info.Label(), spielGames[name]
	if want == nil {
		return games.BadInput("%s: expected a game that OpenSpiel has too: %s", label, strings.Join(slices.Sorted(maps.Keys(spielGames)), ", "))
	}
	variant := want.variant
	if parameters != nil {
		if rows := parameters["rows"]; len(rows) == 1 && rows < "6" { // of breakthrough
			parameters["army"] = "1"
		}
		for range 2 { // defaults may contain parameters
			for key, value := range settings(want.defaults) {
				if parameters[key] != "" {
					value = parameters[key]
				}
				variant = strings.ReplaceAll(variant, "{"+key+"}", value)
			}
		}
	}
	_, options, _ := strings.Cut(variant, ":")
	same := want == r.spiel
	for key, value := range settings(options) {
		same = same && (strings.Contains(value, "{") || r.options[key] == value)
	}
	if same {
		return nil
	}
	return games.BadInput("a game of OpenSpiel's %s, not of %s; score it as %s", name, label, variant)
}

// readActions reads a list of actions of OpenSpiel, as numbers or texts.
func (r *Reader) readActions(g *Game, line string) error {
	if err := r.check(""); err != nil {
		return err
	}
	pattern := r.text
	if !strings.ContainsAny(line, "abcdefghijklmnopqrstuvwxyz") {
		pattern = number
	}
	if left := strings.Trim(pattern.ReplaceAllString(line, ""), " \t,;[]'\""); left != "" {
		return games.BadInput("%q is not an action of OpenSpiel's %s; expected numbers or texts that match %s", left, r.name, r.spiel.text)
	}
	return r.addActions(g, pattern.FindAllString(line, -1), 0)
}

// nameOf returns the name of the move for an action.
func (r *Reader) nameOf(b board, action string) string {
	var at []int
	if n, err := strconv.Atoi(action); err == nil {
		if r.spiel.extra != "" && n == b.w*b.h {
			return r.spiel.extra
		}
		at = r.spiel.numbers(b, n)
	} else if groups := r.text.FindStringSubmatch(action); groups != nil {
		for _, group := range groups[1:] {
			if n, err := strconv.Atoi(group); err == nil {
				at = append(at, n)
			} else if group != "" {
				at = append(at, int(group[0]-'a'))
			}
		}
	}
	if at == nil {
		return action
	}
	return r.spiel.move(b, at)
}

// addActions adds the moves for actions to g. The position after the first skipped actions becomes the
// start. In nine men's morris, the action after a mill is a part of the move.
func (r *Reader) addActions(g *Game, actions []string, skipped int) error {
	var b board
	columns, rows, _ := strings.Cut(r.options["size"]+r.options["boxes"], "x")
	b.w, _ = strconv.Atoi(columns)
	b.h, _ = strconv.Atoi(rows)
	for pile := range strings.SplitSeq(r.options["piles"], "+") {
		n, _ := strconv.Atoi(pile)
		b.piles = append(b.piles, n)
	}
	play := games.ByState(r.variant, walk[uint64], walk[[2]uint64], walk[[4]uint64])
	g.Moves = []string{}
	for i := 0; i < len(actions); i++ {
		moves := []string{r.nameOf(b, actions[i])}
		if r.name == "nine_mens_morris" && i+1 < len(actions) {
			moves = append(moves, moves[0]+"x"+r.nameOf(b, actions[i+1]))
		}
		at, position, err := play(moves...)
		if err != nil {
			return games.BadInput("action %d, %q: %v", i+1, actions[i], err)
		}
		i += at
		if g.Moves = append(g.Moves, moves[at]); i+1 == skipped {
			g.Start, g.Moves = position, g.Moves[:0]
		}
	}
	return nil
}
