// Command game implements the games of the neighbouring scripts in Go for
// WebAssembly. The option game selects one.
package main

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// rules describes a game.
type rules struct {
	hello  Hello
	start  string
	expand func(s string, to *Answer)
}

var game, side = "tictactoe", 3

func choose(name, value string) {
	if name == "game" {
		game = value
	} else {
		side, _ = strconv.Atoi(value)
		prepare()
	}
}

var two = []string{"first", "second"}

func all() map[string]rules {
	return map[string]rules{
		"tictactoe": {Hello{Roles: []string{"x", "o"}, Total: Int(100), Layers: "count:xo", Alphabet: "xo-", Length: side * side}, strings.Repeat("-", side*side), nil},
		"nim":       {Hello{Roles: two, Total: Int(100)}, "1.2.3:0", nim},
		"tron":      {Hello{Roles: []string{"red", "blue"}, Total: Int(100), Layers: "count:x", Length: 19}, ".....R....B.....:0", tron},
		"coordination": {Hello{Roles: []string{"white", "black"}, Turns: "both"}, "0:0", func(s string, to *Answer) {
			round, score := numbers(s)
			to.Layer(round)
			if round == 2 {
				to.Over(score, score)
				return
			}
			moves := []string{"left", "right"}
			to.Matrix(moves, moves)
			for a := range 2 {
				for b := range 2 {
					won := 0
					if a == b {
						won = 5
					}
					to.Next(fmt.Appendf(nil, "%d:%d", round+1, score+won))
				}
			}
		}},
		"dodgem": {Hello{Roles: []string{"left", "bottom"}, Total: Int(100)}, "l..l...bb:0", dodgem},
		"chomp":  {Hello{Roles: two, Total: Int(100)}, "3.3.3:0", chomp},
		"rps":    {Hello{Roles: []string{"ann", "ben"}, Total: Int(100), Turns: "both"}, "3:0", rps},
		"buttons": {Hello{Roles: []string{"robot"}, Payoffs: []int{0, 100}}, "000.1", func(s string, to *Answer) {
			lights, step := s[:3], s[4]-'0'
			if lights == "111" {
				to.Over(100, 0)
			} else if step == 7 {
				to.Over(0, 0)
			} else {
				after := fmt.Sprintf(".%d", step+1)
				to.Move("a", []byte(string('0'+'1'-s[0])+s[1:3]+after))
				to.Move("b", []byte(s[1:2]+s[:1]+s[2:3]+after))
				to.Move("c", []byte(s[:1]+s[2:3]+s[1:2]+after))
			}
		}},
	}
}

func hello() Hello {
	h := all()[game].hello
	h.Title = game
	h.Options = []Option{
		{Name: "game", Default: "tictactoe", Values: []string{"tictactoe", "nim", "tron", "coordination", "dodgem", "chomp", "rps", "buttons"}},
		{Name: "side", Default: "3", Low: 2, High: 5},
	}
	if strings.HasPrefix(h.Layers, "count") || h.Turns != "both" {
		return h
	}
	h.Layers = "asked"
	if game == "rps" {
		h.Layers = "" // found by exploration
	}
	return h
}

func start() string { return all()[game].start }

// playing is the selected game.
var playing func(s string, to *Answer)

func expand(state []byte, to *Answer) {
	if game == "tictactoe" {
		ticTacToe(state, to)
		return
	}
	if playing == nil {
		playing = all()[game].expand
	}
	playing(string(state), to)
}

func numbers(s string) (a, b int) {
	fmt.Sscanf(s, "%d:%d", &a, &b)
	return a, b
}

// turn returns the mover, which is the last character.
func turn(s string) int { return int(s[len(s)-1] - '0') }

// lines holds winning lines as bit sets of cells.
var lines []uint32

var names []string

func init() { prepare() }

func prepare() {
	lines, names = nil, nil
	falling, rising := uint32(0), uint32(0)
	for i := range side {
		row, column := uint32(0), uint32(0)
		for k := range side {
			row, column = row|1<<(i*side+k), column|1<<(k*side+i)
			names = append(names, string(rune('a'+k))+strconv.Itoa(side-i))
		}
		lines = append(lines, row, column)
		falling, rising = falling|1<<(i*side+i), rising|1<<(i*side+side-1-i)
	}
	lines = append(lines, falling, rising)
}

func ticTacToe(s []byte, to *Answer) {
	x, o := uint32(0), uint32(0)
	for i, c := range s {
		switch c {
		case 'x':
			x |= 1 << i
		case 'o':
			o |= 1 << i
		}
	}
	mover := (bits.OnesCount32(x) + bits.OnesCount32(o)) & 1
	last := x // piece of the previous mover
	if mover == 0 {
		last = o
	}
	for _, line := range lines {
		if last&line == line {
			to.Over(100*mover, 100-100*mover)
			return
		}
	}
	free := ^(x | o) & (1<<len(s) - 1)
	if free == 0 {
		to.Over(50, 50)
		return
	}
	to.Mover(mover)
	for ; free != 0; free &= free - 1 {
		i := bits.TrailingZeros32(free)
		child := to.Copy(s)
		child[i] = "xo"[mover]
		to.Move(names[i], child)
	}
}

func nim(s string, to *Answer) {
	mover := turn(s)
	if s[0] == ':' {
		to.Over(100*mover, 100-100*mover)
		return
	}
	to.Mover(mover)
	seen := map[string]bool{}
	piles := strings.Split(s[:len(s)-2], ".")
	for i, p := range piles {
		size, _ := strconv.Atoi(p)
		for n := 1; n <= size; n++ {
			name := fmt.Sprintf("%d-%d", size, n)
			if seen[name] {
				continue
			}
			seen[name] = true
			rest := slices.Delete(slices.Clone(piles), i, i+1)
			if n < size {
				rest = append(rest, strconv.Itoa(size-n))
			}
			slices.Sort(rest)
			to.Move(name, fmt.Appendf(nil, "%s:%d", strings.Join(rest, "."), 1-mover))
		}
	}
}

func tron(s string, to *Answer) {
	board, mover := s[:16], int(s[17]-'0')
	if s[len(s)-1] == 'E' {
		to.Over(100-100*mover, 100*mover)
		return
	}
	if !strings.Contains(board, ".") {
		to.Over(50, 50)
		return
	}
	to.Mover(mover)
	at := strings.IndexByte(board, "RB"[mover])
	for i, name := range []string{"moveDown", "moveRight", "moveUp", "moveLeft"} {
		x, y := at%4+[]int{0, 1, 0, -1}[i], at/4+[]int{1, 0, -1, 0}[i]
		if x < 0 || x > 3 || y < 0 || y > 3 {
			continue
		}
		next := []byte(board)
		next[at] = 'x'
		end := ""
		if next[4*y+x] == '.' {
			next[4*y+x] = "RB"[mover]
		} else {
			end = "E"
		}
		to.Move(name, fmt.Appendf(next, ":%d%s", 1-mover, end))
	}
}

func dodgem(s string, to *Answer) {
	board, mover := s[:9], turn(s)
	if !strings.Contains(board, "l") {
		to.Over(100, 0)
		return
	}
	if !strings.Contains(board, "b") {
		to.Over(0, 100)
		return
	}
	me := "lb"[mover]
	ways := [][2]int{{1, 0}, {0, -1}, {0, 1}}
	if mover == 1 {
		ways = [][2]int{{0, -1}, {-1, 0}, {1, 0}}
	}
	to.Mover(mover)
	found := false
	for at := range 9 {
		if board[at] != me {
			continue
		}
		for n, way := range ways {
			x, y := at%3+way[0], at/3+way[1]
			next := []byte(board)
			next[at] = '.'
			name := fmt.Sprintf("%c%d-", 'a'+at%3, 3-at/3)
			switch off := x < 0 || x > 2 || y < 0 || y > 2; {
			case off && n == 0:
				name += "off"
			case off || board[3*y+x] != '.':
				continue
			default:
				next[3*y+x] = me
				name += fmt.Sprintf("%c%d", 'a'+x, 3-y)
			}
			found = true
			to.Move(name, fmt.Appendf(next, ":%d", 1-mover))
		}
	}
	if !found {
		to.Over(100-100*mover, 100*mover)
	}
}

func chomp(s string, to *Answer) {
	mover := turn(s)
	if s[0] == '0' {
		to.Over(100-100*mover, 100*mover)
		return
	}
	to.Mover(mover)
	for y := range 3 {
		for x := range int(s[2*y] - '0') {
			next := []byte(s[:5])
			for i := y; i < 3; i++ {
				next[2*i] = min(next[2*i], byte('0'+x))
			}
			to.Move(fmt.Sprintf("%c%d", 'a'+x, y+1), fmt.Appendf(next, ":%d", 1-mover))
		}
	}
}

func rps(s string, to *Answer) {
	left, lead := numbers(s)
	if left == 0 {
		to.Over(50+lead, 50-lead)
		return
	}
	signs := []string{"rock", "paper", "scissors"}
	to.Matrix(signs, signs)
	worth := []int{2, 1, 1}
	for a := range 3 {
		for b := range 3 {
			after := lead
			switch (a - b + 3) % 3 {
			case 1:
				after += worth[a]
			case 2:
				after -= worth[b]
			}
			to.Next(fmt.Appendf(nil, "%d:%d", left-1, after))
		}
	}
}
