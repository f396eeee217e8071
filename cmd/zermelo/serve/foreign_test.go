package serve

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/reports/solved"
	"zermelo/tablebase/solve"
)

// wary is a script that fails when it receives a state with a z.
const wary = `
roles = ["a", "b"]
total = 1
def check(s):
    if "z" in s:
        fail("asked about " + s)
def start():
    return "xxx0"
def turn(s):
    check(s)
    return int(s[3])
def moves(s):
    check(s)
    return {"abc"[i]: s[:i] + "o" + s[i + 1:3] + str(1 - turn(s)) for i in range(3) if s[i] == "x"}
def payoff(s):
    check(s)
    return 1
`

// TestClientsDoNotChooseWhatForeignRulesAreAsked requests stored positions,
// positions reached by moves, and other positions.
func TestClientsDoNotChooseWhatForeignRulesAreAsked(t *testing.T) {
	for name, more := range map[string]string{
		"counted": `layers = "count:o"`,
		"asked":   "def layer(s):\n    check(s)\n    return s.count(\"o\")",
		"images":  "layers = \"count:o\"\ndef images(s):\n    check(s)\n    return [s[2] + s[1] + s[0] + s[3]]",
		"none":    "",
	} {
		t.Run(name, func(t *testing.T) {
			db, file := t.TempDir(), filepath.Join(t.TempDir(), "wary.star")
			if err := os.WriteFile(file, []byte(wary+more), 0o666); err != nil {
				t.Fatal(err)
			}
			open := func() games.Variant {
				v, err := own.OpenSpec(t.Context(), file, protocol.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			v := open()
			if _, err := solve.Solve(t.Context(), db, v, solve.Options{}); err != nil {
				t.Fatal(err)
			}
			s := newServer(t, Options{DB: db, Sheets: []games.Variant{open()}, Search: time.Second})
			base := "/api/" + tableID(v.Info().Name)
			refused := func(target string) {
				t.Helper()
				if w := ask(s, "GET", base+target); w.Code != http.StatusUnprocessableEntity {
					t.Errorf("%s: status %d, want 422: %.200s", target, w.Code, w.Body)
				}
			}
			for _, target := range []string{"/position", "/position.svg", "/line", "/search", "/search/live"} {
				refused(target + "?p=zzz0")
				refused(target + "?p=xxz0&moves=a")
			}
			w := post(s, base+"/positions", `{"positions": ["zzz0", "xxx0"]}`)
			if w.Code != http.StatusOK {
				t.Errorf("positions: status %d: %.300s", w.Code, w.Body)
			}
			// Positions in the table: canonical ones, and positions reached by
			// moves.
			queue := []string{""}
			seen := map[string]bool{}
			for ; len(queue) > 0; queue = queue[1:] {
				view := get[solved.View](t, s, base+"/position?p="+queue[0])
				for _, m := range view.Moves {
					if !seen[m.Child] {
						seen[m.Child] = true
						queue = append(queue, m.Child)
					}
				}
			}
			if len(seen) != 7 {
				t.Errorf("%d positions after moves, want 7", len(seen))
			}
			// A new server accepts stored positions without earlier requests.
			later := newServer(t, Options{DB: db, Sheets: []games.Variant{open()}})
			if view := get[solved.View](t, later, base+"/position?p=oxx1"); len(view.Moves) != 2 {
				t.Errorf("%+v", view)
			}
		})
	}
}
