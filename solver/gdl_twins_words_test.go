package solver

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// fluentsOf parses a state of a description. It maps each fluent without its
// last word to that word; cell.1.2.white becomes "cell.1.2": "white". The last
// words of fluents with the same prefix are joined by spaces.
func fluentsOf(text string) map[string]string {
	fluents := map[string]string{}
	for word := range strings.SplitSeq(text, ",") {
		dot := strings.LastIndexByte(word, '.')
		key := word[:dot]
		fluents[key] = strings.TrimSpace(fluents[key] + " " + word[dot+1:])
	}
	return fluents
}

// snakeToSheet converts a position to fluents: one for each forbidden cell, and
// one for each head. Walls never change and are omitted.
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
		// An entry such as R3.4 is a head that has erred.
		if head, ok := map[byte]string{'R': "redHead", 'B': "blueHead"}[f[0]]; ok {
			words = append(words, "cell."+f[1:]+"."+head)
		}
	}
	return strings.Join(words, ",")
}

// snakeToNative converts fluents to a position. A head has erred if it is not
// alone on its cell.
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

// breakthroughToNative returns a function that converts fluents to a position
// with the given holes. Holes have no fluents.
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

// skirmishToNative converts fluents to a position. Pieces on the start cells
// never change and have no fluents.
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
