package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/png"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"zermelo/cmd/zermelo/mcp"
	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/tablebase/solve"
)

// client returns a session with a server, and its data directory.
func client(t *testing.T, more ...games.Variant) (*sdk.ClientSession, string) {
	t.Helper()
	db := t.TempDir()
	here, there := sdk.NewInMemoryTransports()
	server, err := mcp.New(mcp.Options{DB: db, Registry: builtin.Registry(), Games: more, Version: "test"}).Connect(t.Context(), there, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Close()
		_ = server.Wait()
	})
	return c, db
}

type args map[string]any

// try calls a tool and returns the first text of its result.
func try(t *testing.T, c *sdk.ClientSession, tool string, a args) (text string, failed bool) {
	t.Helper()
	r, err := c.CallTool(context.Background(), &sdk.CallToolParams{Name: tool, Arguments: a})
	if err != nil {
		return err.Error(), true
	}
	return r.Content[0].(*sdk.TextContent).Text, r.IsError
}

// call calls a tool and decodes its result into out.
func call(t *testing.T, c *sdk.ClientSession, tool string, a args, out any) {
	t.Helper()
	text, failed := try(t, c, tool, a)
	if failed {
		t.Fatalf("%s %v: %s", tool, a, text)
	}
	if err := json.Unmarshal([]byte(text), out); err != nil {
		t.Fatalf("%s %v: %v in %s", tool, a, err, text)
	}
}

type rated struct {
	Move, Position, Source, Hint string
	Value                        solved.Value
	Keeps                        solved.Kept
	Payoffs                      []float64
	Terminal                     bool
	Board, Movers                []string
	Moves                        []rated
	More                         bool `json:"more_moves"`
}

// TestValuesMatchTheTable plays random games and compares all values with the table.
func TestValuesMatchTheTable(t *testing.T) {
	for _, spec := range []string{"tictactoe", "tron:size=3x4,turns=simultaneous", "coordination:rounds=3", "dodgem", "connect4:size=4x4"} {
		t.Run(spec, func(t *testing.T) {
			c, db := client(t)
			v := reportstest.Variant(t, spec)
			reportstest.Store(t, db, v)
			b, err := solved.Open(db, v)
			if err != nil {
				t.Fatal(err)
			}
			defer b.Close()
			random := rand.New(rand.NewPCG(1, 2))
			var moves []string
			for range 12 {
				a := args{"game": spec, "moves": strings.Join(moves, " ")}
				text, err := solved.After(v, "", moves)
				if err != nil {
					t.Fatal(err)
				}
				want, err := b.Position(text)
				if err != nil {
					t.Fatal(err)
				}
				var have, hint rated
				call(t, c, "move_values", a, &have)
				call(t, c, "hint", a, &hint)
				if want.Terminal {
					want.Value.Words = "the game is over"
				}
				if have.Position != text || have.Value.Words != want.Value.Words || have.Terminal != want.Terminal || len(have.Moves) != len(want.Moves) || !slices.Equal(have.Board, want.Board) {
					t.Fatalf("%v: got %+v, want %+v", moves, have, want)
				}
				if hint.Value.Words != want.Value.Words || len(hint.Moves) != 0 {
					t.Errorf("%v: hint %+v", moves, hint)
				}
				if n := want.KeptMoves(); !want.Terminal && !strings.Contains(hint.Hint, fmt.Sprintf(": %d of %d.", n, len(want.Moves))) {
					t.Errorf("%v: hint %q, want %d of %d moves", moves, hint.Hint, n, len(want.Moves))
				}
				for i, m := range want.Moves {
					if h := have.Moves[i]; h.Move != m.Name || !reflect.DeepEqual(h.Value, m.Value) || h.Keeps != m.Keeps {
						t.Errorf("%v: got move %+v, want %+v", moves, h, m)
					}
				}
				if want.Terminal {
					break
				}
				moves = append(moves, want.Moves[random.IntN(len(want.Moves))].Name)
			}
			text, failed := try(t, c, "best_line", args{"game": spec})
			_, want, err := b.Line("", 300)
			if list, _ := json.Marshal(want); failed || err != nil || !strings.Contains(text, `"line":`+string(list)) {
				t.Errorf("line %s, want %s, %v", text, list, err)
			}
		})
	}
}

func TestUnsolvedGamesAreSearchedOrUnknown(t *testing.T) {
	c, db := client(t)
	var r rated
	call(t, c, "move_values", args{"game": "connect4", "seconds": 0.3}, &r)
	if r.Source != "search" || !strings.HasPrefix(r.Value.Words, "not proven, between ") || r.Value.Estimate == nil || len(r.Moves) != 7 {
		t.Errorf("connect4: %+v", r)
	}
	for _, m := range r.Moves {
		if !strings.HasPrefix(m.Value.Words, "not proven") || m.Keeps != solved.KeptUnknown {
			t.Errorf("move %+v is not proven", m)
		}
	}
	if text, _ := try(t, c, "hint", args{"game": "connect4", "seconds": 0.3}); strings.Contains(text, `"line"`) || strings.Contains(text, `"move"`) {
		t.Errorf("hint %s", text)
	}
	call(t, c, "hint", args{"game": "connect4", "seconds": 0.3}, &r)
	if r.Hint != "Moves that keep the value: 0 of 7. Moves that give value away: 0. Unknown: 7." {
		t.Errorf("hint %q", r.Hint)
	}
	r = rated{}
	call(t, c, "move_values", args{"game": "kalah:pits=6,seeds=4", "position": "3.3.3.3.3.3-0/3.3.3.3.3.3-12:second", "seconds": 0.3}, &r)
	if first, last := *r.Moves[0].Value.Estimate, *r.Moves[len(r.Moves)-1].Value.Estimate; first >= last { // -1 means that the second role wins
		t.Errorf("second to move: estimate %v of the best move, %v of the worst", first, last)
	}
	r = rated{}
	call(t, c, "move_values", args{"game": "tictactoe", "moves": "a1 b1"}, &r)
	if r.Source != "search" || r.Value.Words != "x wins" || r.Moves[0].Keeps != solved.KeptYes || r.Moves[len(r.Moves)-1].Keeps != solved.KeptNo {
		t.Errorf("tictactoe: %+v", r)
	}
	if text, failed := try(t, c, "move_values", args{"game": "tron:turns=simultaneous"}); !failed || !strings.Contains(text, "call solve") {
		t.Errorf("simultaneous game without a table: %s", text)
	}
	if left, _ := os.ReadDir(db); len(left) > 0 {
		t.Errorf("searches wrote %v", left)
	}
}

func TestScoreGame(t *testing.T) {
	c, db := client(t)
	reportstest.Store(t, db, reportstest.Variant(t, "tictactoe"))
	var s struct {
		Players []string
		Tallies []struct{ Judged, Kept, Unknown int }
		Moves   []struct {
			Move   string
			Keeps  *bool
			Better []string
		}
	}
	call(t, c, "score_game", args{"game": "tictactoe", "moves": "1. a1 b1 2. a2 b2 3. c3"}, &s)
	for i, keeps := range []bool{true, false, true, true, false} { // after b1, only a2, b2 and c1 win
		if m := s.Moves[i]; m.Keeps == nil || *m.Keeps != keeps || !keeps && len(m.Better) == 0 {
			t.Errorf("move %d: %+v, want keeps %v", i+1, m, keeps)
		}
	}
	if x, o := s.Tallies[0], s.Tallies[1]; !slices.Equal(s.Players, []string{"x", "o"}) || x.Judged != 3 || x.Kept != 2 || o.Judged != 2 || o.Kept != 1 {
		t.Errorf("tallies %+v", s.Tallies)
	}
	call(t, c, "score_game", args{"game": "connect4", "moves": "4 4", "seconds": 0.3}, &s)
	if s.Tallies[0].Unknown != 1 || s.Tallies[0].Judged != 0 || s.Tallies[1].Unknown != 1 || s.Moves[0].Keeps != nil {
		t.Errorf("unsolved: %+v", s)
	}
}

func TestProofs(t *testing.T) {
	c, db := client(t)
	v := reportstest.Variant(t, "breakthrough:size=3x5")
	if _, err := solve.Solve(t.Context(), db, v, solve.Options{Method: solve.PNS}); err != nil {
		t.Fatal(err)
	}
	var r rated
	call(t, c, "move_values", args{"game": "breakthrough:size=3x5"}, &r)
	if r.Source != "solution" || !strings.HasPrefix(r.Value.Words, "white wins") || r.Moves[0].Keeps != solved.KeptYes {
		t.Errorf("%+v", r)
	}
	if text, failed := try(t, c, "best_line", args{"game": "breakthrough:size=3x5"}); failed || !strings.Contains(text, `"line":["`) {
		t.Errorf("line: %s", text)
	}
}

func TestSolve(t *testing.T) {
	puzzle := reportstest.Sheet(t, reportstest.Puzzle)
	c, db := client(t, puzzle)
	before := files(t, ".")
	var s struct {
		Value, Kind string
		States      int64
	}
	call(t, c, "solve", args{"game": "tictactoe"}, &s)
	if s.Kind != "table" || s.Value != "draw" && !strings.HasPrefix(s.Value, "draw in") || s.States == 0 {
		t.Errorf("tictactoe: %+v", s)
	}
	call(t, c, "solve", args{"game": puzzle.Info().Name}, &s)
	var list struct{ Solved []string }
	call(t, c, "list_games", args{}, &list)
	if !slices.Contains(list.Solved, "tictactoe") || !slices.Contains(list.Solved, puzzle.Info().Name) {
		t.Errorf("solved: %v", list.Solved)
	}
	var r rated
	call(t, c, "move_values", args{"game": "tictactoe", "moves": "a1"}, &r)
	if r.Source != "solution" || r.Moves[0].Move != "b2" || r.Moves[0].Keeps != solved.KeptYes || r.Moves[0].Value.Plies != 7 || r.Moves[1].Keeps != solved.KeptNo {
		t.Errorf("%+v", r)
	}
	for _, game := range []string{"tron:size=8x8,turns=simultaneous", "connect4"} {
		began := time.Now()
		text, failed := try(t, c, "solve", args{"game": game, "seconds": 0.5})
		if took := time.Since(began); !failed || took > 5*time.Second {
			t.Errorf("%s: refused %v after %v: %s", game, failed, took, text)
		}
	}
	if after := files(t, "."); !slices.Equal(before, after) {
		t.Errorf("files outside of %s: %v, before %v", db, after, before)
	}
	var f struct {
		States       int64
		SolveAccepts bool `json:"solve_accepts"`
		Exact        bool
	}
	call(t, c, "forecast", args{"game": "tron:size=4x4"}, &f)
	if !f.SolveAccepts || !f.Exact || f.States < 1000 {
		t.Errorf("forecast %+v", f)
	}
	for _, game := range []string{"connect4", "connect4:size=20x3"} {
		if call(t, c, "forecast", args{"game": game}, &f); f.SolveAccepts || f.States < 1e9 {
			t.Errorf("%s: forecast %+v", game, f)
		}
	}
}

func files(t *testing.T, dir string) (list []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		list = append(list, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestRulesPositionsAndPictures(t *testing.T) {
	c, _ := client(t)
	if text, failed := try(t, c, "rules", args{"game": "connect4:size=5x4"}); failed || !strings.Contains(text, "5 columns") || !strings.Contains(text, "Roles: first, second") {
		t.Errorf("rules: %s", text)
	}
	var list struct {
		Games []struct {
			Name    string
			Options []struct{ Name, Domain string }
		}
	}
	if call(t, c, "list_games", args{"contains": "TicTac"}, &list); len(list.Games) != 1 || list.Games[0].Name != "tictactoe" || list.Games[0].Options[0].Domain != "WxH, each 1..16" {
		t.Errorf("games: %+v", list)
	}
	var r rated
	call(t, c, "position", args{"game": "tictactoe", "moves": "1. a1 b2 2. a2 b1 3. a3"}, &r)
	if !r.Terminal || len(r.Movers) != 0 || !slices.Equal(r.Payoffs, []float64{100, 0}) || r.Position != "x../xo./xo." {
		t.Errorf("%+v", r)
	}
	call(t, c, "position", args{"game": "tictactoe", "position": "x../.../...", "moves": "b2"}, &r)
	if r.Terminal || !slices.Equal(r.Movers, []string{"x"}) || r.Position != "x../.o./..." {
		t.Errorf("%+v", r)
	}
	call(t, c, "position", args{"game": "tron:turns=simultaneous"}, &r)
	if !slices.Equal(r.Movers, []string{"red", "blue"}) || len(r.Moves) == 0 || !strings.Contains(r.Moves[0].Move, "+") {
		t.Errorf("%+v", r)
	}
	for tool, a := range map[string]args{"position": {"game": "nim:piles=200+150"}, "move_values": {"game": "nim:piles=200+150", "seconds": 0.1}} {
		r = rated{}
		began := time.Now()
		call(t, c, tool, a, &r)
		if took := time.Since(began); len(r.Moves) != 300 || !r.More || took > 5*time.Second {
			t.Errorf("%s lists %d of 350 moves in %v, more: %v", tool, len(r.Moves), took, r.More)
		}
	}
	for _, game := range []string{"tictactoe", "chess", "hex", "kalah"} {
		p, err := c.CallTool(t.Context(), &sdk.CallToolParams{Name: "draw", Arguments: args{"game": game}})
		if err != nil || p.IsError || len(p.Content) != 2 {
			t.Fatalf("draw %s: %v %+v", game, err, p)
		}
		if _, err := png.Decode(bytes.NewReader(p.Content[1].(*sdk.ImageContent).Data)); err != nil {
			t.Errorf("draw %s: %v", game, err)
		}
	}
}

func TestMistakesSayWhatToDo(t *testing.T) {
	c, _ := client(t)
	for _, m := range []struct {
		tool string
		a    args
		want string
	}{
		{"rules", args{"game": "tictactoo"}, `did you mean "tictactoe"`},
		{"rules", args{"game": "zzzz"}, "call list_games"},
		{"rules", args{"game": "exec:/bin/true"}, "unknown game"},
		{"rules", args{"game": "/etc/passwd"}, "unknown game"},
		{"rules", args{"game": "../x.star"}, "unknown game"},
		{"rules", args{}, "game"},
		{"rules", args{"game": 3}, "game"},
		{"rules", args{"game": "tictactoe", "size": 3}, "size"},
		{"position", args{"game": "tictactoe", "moves": "a1 a1"}, "a1"},
		{"position", args{"game": "tictactoe", "moves": "z9"}, "legal moves"},
		{"position", args{"game": "tictactoe", "position": "nonsense"}, "nonsense"},
		{"move_values", args{"game": "tictactoe", "seconds": 1000}, "between 0 and 45"},
		{"move_values", args{"game": "tictactoe", "seconds": -1}, "between 0 and 45"},
		{"best_line", args{"game": "tictactoe", "max_moves": 1000}, "max_moves"},
		{"solve", args{"game": "tictactoe:size=9"}, "tictactoe"},
		{"score_game", args{"game": "tictactoe", "moves": "a1 a1"}, `move 2, "a1", is not legal`},
		{"score_game", args{"game": "tictactoe"}, "between 1 and 300"},
		{"score_game", args{"game": "tron:turns=simultaneous", "moves": "moveUp+moveUp"}, "call solve"},
		{"nothing", args{}, "nothing"},
	} {
		text, failed := try(t, c, m.tool, m.a)
		if !failed || !strings.Contains(text, m.want) || strings.Contains(text, "zermelo ") || strings.HasPrefix(text, "moves:1") {
			t.Errorf("%s %v: %s, want an error with %q", m.tool, m.a, text, m.want)
		}
	}
}

func TestManyCallsSideBySide(t *testing.T) {
	c, db := client(t)
	reportstest.Store(t, db, reportstest.Variant(t, "tictactoe"))
	var calls sync.WaitGroup
	for i := range 100 {
		calls.Go(func() {
			tool := []string{"position", "move_values", "hint", "best_line", "draw", "score_game", "solve"}[i%7]
			a := args{"game": "tictactoe"}
			if tool != "solve" {
				a["moves"] = string(rune('a'+i%3)) + string(rune('1'+i/3%3))
			}
			if text, failed := try(t, c, tool, a); failed {
				t.Errorf("%s %v: %s", tool, a, text)
			}
		})
	}
	calls.Wait()
}

func TestToolsAreDescribed(t *testing.T) {
	c, _ := client(t)
	tools, err := c.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools.Tools {
		if schema, err := json.Marshal(tool.InputSchema); err != nil || strings.Count(string(schema), `"type"`)-1 != strings.Count(string(schema), `"description"`) {
			t.Errorf("%s has arguments without a description: %s", tool.Name, schema)
		}
		if len(tool.Description) < 40 || tool.Annotations.ReadOnlyHint == (tool.Name == "solve") {
			t.Errorf("%s: %q, read-only: %v", tool.Name, tool.Description, tool.Annotations.ReadOnlyHint)
		}
	}
}

// TestRandomMoves gives an outcome, draws one with a seed, and looks up a position before a throw.
func TestRandomMoves(t *testing.T) {
	c, _ := client(t)
	type position struct {
		Position string
		Chance   bool
		Drawn    []string
		Value    solved.Value
		Moves    []solved.Move
	}
	at := func(moves string, seed int) (p position) {
		call(t, c, "position", args{"game": "hog:target=10", "moves": moves, "seed": seed}, &p)
		return p
	}
	if p := at("6d6", 0); !p.Chance || p.Drawn != nil || len(p.Moves) < 2 {
		t.Errorf("without a seed: %+v", p)
	}
	distinct := map[string]bool{}
	for seed := 1; seed <= 10; seed++ {
		p := at("1d6", seed)
		if again := at("1d6", seed); p.Chance || len(p.Drawn) != 1 || !reflect.DeepEqual(p, again) || p.Position != at("1d6 "+p.Drawn[0], 0).Position {
			t.Errorf("seed %d: %+v", seed, p)
		}
		distinct[p.Drawn[0]] = true
	}
	if len(distinct) < 3 {
		t.Errorf("ten seeds draw %v", distinct)
	}
	if text, failed := try(t, c, "move_values", args{"game": "pig:target=5"}); !failed || !strings.Contains(text, `call solve with the game "pig:target=5"`) {
		t.Errorf("values of an unsolved game: %s", text)
	}
	call(t, c, "solve", args{"game": "pig:target=5"}, &map[string]any{})
	var p position
	call(t, c, "move_values", args{"game": "pig:target=5"}, &p)
	if !strings.Contains(p.Value.Words, "first wins with probability 216/271") || len(p.Moves) != 6 || p.Moves[0].Probability != "1/6" {
		t.Errorf("values before a throw: %+v", p)
	}
}
