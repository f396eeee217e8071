package serve

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// newServer returns a server that is closed at the end of the test.
func newServer(t testing.TB, o Options) *Server {
	t.Helper()
	o.Registry = builtin.Registry()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// ask serves a request without a network connection.
func ask(s *Server, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		if r.Header.Set(header[i], header[i+1]); header[i] == "Host" {
			r.Host = header[i+1]
		}
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// get requests a JSON value, which must exist.
func get[T any](t testing.TB, s *Server, target string, header ...string) T {
	t.Helper()
	w := ask(s, "GET", target, header...)
	var v T
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %s", target, w.Code, err, w.Body)
	}
	return v
}

// at returns the URL of a position.
func at(id, position string) string {
	return "/api/" + id + "/position?p=" + url.QueryEscape(position)
}

// run serves on a free local port until the test ends or stop is called.
func run(t testing.TB, s *Server) (addr string, stop func() error) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, listener) }()
	stopped := false
	stop = func() error {
		if stopped {
			return nil
		}
		stopped = true
		cancel()
		return <-ended
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String(), stop
}

// TestStatus sends valid and invalid requests.
func TestStatus(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe", "tron:size=3x4", "tron:size=4x4", "breakthrough:size=3x4,rows=1")
	s := newServer(t, Options{DB: db, Local: true})
	long := strings.Repeat("x", maxURL)
	for _, test := range []struct {
		method, target string
		header         []string
		status         int
		hint           string // substring of the body
	}{
		{"GET", "/", nil, 200, "<title>Zermelo"},
		{"HEAD", "/", nil, 200, ""},
		{"GET", "/page/pictures.css", nil, 200, ".f-board"},
		{"GET", "/page/nothing.js", nil, 404, "no such file"},
		{"GET", "/page/%2e%2e/server.go", nil, 404, ""},
		{"GET", "/page/..%2fserver.go", nil, 404, ""},
		{"GET", "/page/../server.go", nil, 307, ""},
		{"GET", "/api/games", nil, 200, `"name":"tron"`},
		{"GET", "/api/tables", nil, 200, `"id":"tron:size=3x4"`},
		{"GET", "/api/tictactoe/position", nil, 200, `"start":true`},
		{"GET", "/api/tictactoe/position?p=", nil, 200, `"start":true`},
		{"GET", at("tictactoe", ".../.x./..."), nil, 200, `"start":false`},
		{"GET", at("tron%3Asize=3x4", ""), nil, 200, `"start":true`},
		{"GET", at("tictactoe", "what"), nil, 400, "hint"},
		{"GET", at("tictactoe", "xx./.../..."), nil, 400, "hint"},
		{"GET", "/api/tictactoe/position?q=x", nil, 400, "unknown parameter"},
		{"GET", "/api/tictactoe/position?p=a&p=b", nil, 400, "2 times"},
		{"GET", "/api/tictactoe/position?p=%zz", nil, 400, ""},
		{"GET", "/api/tictactoe/position?moves=1.%20B2,b2", nil, 400, "move 2"},
		{"GET", "/api/tictactoe/position?moves=B2%20A,a3", nil, 400, "it matches a1, a2, a3"},
		{"GET", "/api/tictactoe/position?moves=-1", nil, 400, "parameter moves: move 1, \\\"-1\\\", is not legal"},
		{"GET", "/api/tictactoe/position?moves=B2,a1&p=", nil, 200, `"position":".../.x./o.."`},
		{"GET", at("breakthrough:size=3x4,rows=1", "bbb/.../www/...:b"), nil, 422, "not in the table, because it cannot be reached from the start"},
		{"GET", at("tron:size=4x4", "..../R../..B./:red"), nil, 400, "expected"},
		{"GET", at("tron:size=4x4", ".../.R./.B./...:red"), nil, 422, "tron:size=3x4"},
		{"GET", "/api/nim/position", nil, 404, "zermelo solve"},
		{"GET", "/api/nothing/position", nil, 404, "/api/tables"},
		{"GET", "/api/../tictactoe/position", nil, 307, ""},
		{"GET", "/api/..%2f..%2fetc/position", nil, 404, ""},
		{"GET", "/api/tictactoe/report", nil, 200, `"title": "Tic-tac-toe"`},
		{"GET", "/api/tictactoe/report?format=html", nil, 200, `<a href="../../?p=`},
		{"GET", "/api/tictactoe/report?format=md", nil, 200, "# Tic-tac-toe"},
		{"GET", "/api/tictactoe/report?format=svg", nil, 200, "<svg"},
		{"GET", "/api/tictactoe/report?format=csv", nil, 200, "game,layer"},
		{"GET", "/api/tictactoe/report?format=png&picture=values", nil, 200, "PNG"},
		{"GET", "/api/tictactoe/report?format=svg&picture=nothing", nil, 400, "parameter picture: report for tictactoe has no picture"},
		{"GET", "/api/tictactoe/report?format=pdf", nil, 400, "json, html"},
		{"GET", "/api/tictactoe/report?measures=true&format=text", nil, 200, "random play"},
		{"GET", "/api/tictactoe/report?measures=yes", nil, 400, "measures=yes: must be true"},
		{"GET", "/api/tictactoe/position.svg?p=.../.x./...", nil, 200, "<svg"},
		{"GET", "/api/tictactoe/position.png?moves=b2", nil, 200, "PNG"},
		{"GET", "/api/tictactoe/position.png?p=what", nil, 400, "expected 3"},
		{"GET", "/api/tictactoe/line?moves=b2&max=1", nil, 200, `"moves":["a1"]`},
		{"GET", "/api/tictactoe/line?max=1001", nil, 400, "between 0 and 1000"},
		{"GET", "/api/tictactoe/line?max=%2B3", nil, 400, "between 0 and 1000"},
		{"GET", "/api/tictactoe/positions", nil, 405, "only POST"},
		{"POST", "/api/tictactoe/positions", nil, 415, "not JSON"},
		{"POST", "/", nil, 405, "GET"},
		{"GET", "/api/tictactoe/search", nil, 404, ""},
		{"GET", "/openapi.yaml", nil, 200, "openapi: 3"},
		{"GET", "/metrics", nil, 200, "zermelo_requests_total"},
		{"GET", "/healthz", nil, 200, "ok"},
		{"GET", "/favicon.txt", nil, 404, "openapi.yaml"},
		{"POST", "/api/games", nil, 405, "GET"},
		{"DELETE", "/api/tictactoe/position", nil, 405, "GET"},
		{"GET", "/api/tictactoe/position?p=" + long, nil, 414, "too long"},
		{"GET", "/" + long, nil, 414, "too long"},
		{"GET", "/", []string{"Host", "localhost:8080"}, 200, ""},
		{"GET", "/", []string{"Host", "[::1]:8080"}, 200, ""},
		{"GET", "/", []string{"Host", "evil.example"}, 403, "local requests"},
		{"GET", "/", []string{"Host", "localhost.evil.example"}, 403, "local requests"},
		{"GET", "/api/tables", []string{"Host", "10.0.0.1:80"}, 403, "local requests"},
	} {
		header := test.header
		if header == nil {
			header = []string{"Host", "127.0.0.1:8080"}
		}
		w := ask(s, test.method, test.target, header...)
		if w.Code != test.status || !strings.Contains(w.Body.String(), test.hint) {
			t.Errorf("%s %.60s %v: status %d, want %d with %q: %.300s", test.method, test.target, header, w.Code, test.status, test.hint, w.Body)
		}
		if w.Header().Get("Content-Security-Policy") == "" || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%.60s: the headers are %v", test.target, w.Header())
		}
		if w.Code >= 400 && test.method != "HEAD" {
			var e reply.Error
			if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil || e.Detail == "" || e.Type != "about:blank" || e.Title != http.StatusText(w.Code) || e.Status != w.Code {
				t.Errorf("%.60s: %v: not a problem of status %d: %.200s", test.target, err, w.Code, w.Body)
			}
			if kind := w.Header().Get("Content-Type"); kind != "application/problem+json" {
				t.Errorf("%.60s: the error has the content type %s", test.target, kind)
			}
			if strings.Contains(w.Body.String(), db) {
				t.Errorf("%.60s: the reply contains a path: %s", test.target, w.Body)
			}
		}
	}
}

// TestPosition compares replies for all positions of some games with the
// tables.
func TestPosition(t *testing.T) {
	for _, spec := range []string{"tron:size=3x4", "tron:size=3x4,turns=simultaneous", "coordination:rounds=4", "breakthrough:size=3x3,rows=1,captures=diagonal"} {
		db := t.TempDir()
		solveGames(t, db, spec)
		s := newServer(t, Options{DB: db})
		b, err := solved.Open(db, reportstest.Variant(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		id := get[tableList](t, s, "/api/tables").Tables[0].ID
		seen := map[string]bool{}
		for todo := []string{get[solved.View](t, s, "/api/"+id+"/position").Text}; len(todo) > 0; todo = todo[1:] {
			if seen[todo[0]] || len(seen) > 300 {
				continue
			}
			seen[todo[0]] = true
			got := get[solved.View](t, s, at(id, todo[0]))
			want, err := b.Position(todo[0])
			if err != nil {
				t.Fatal(err)
			}
			if got.Value.Words != want.Value.Words || len(got.Moves) != len(want.Moves) || got.Mover != want.Mover || got.Start != (len(seen) == 1) {
				t.Fatalf("%s: %+v, want %+v", todo[0], got, want)
			}
			for i, m := range got.Moves {
				w := want.Moves[i]
				if m.Name != w.Name || m.Child != w.Child || m.Keeps != w.Keeps || m.Value.Words != w.Value.Words || m.Probability != w.Probability {
					t.Fatalf("%s: move %+v, want %+v", todo[0], m, w)
				}
				checkMove(t, b, got, m)
				todo = append(todo, m.Child)
			}
			if (got.Matrix == nil) != (want.Matrix == nil) {
				t.Fatalf("%s: matrix %v, want %v", todo[0], got.Matrix, want.Matrix)
			}
		}
		if len(seen) < 20 {
			t.Errorf("%s: only %d positions", spec, len(seen))
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkMove validates a move of a view against both boards and the value in
// words.
func checkMove(t *testing.T, game solved.Game, v solved.View, m solved.ViewMove) {
	t.Helper()
	after, err := game.View(m.Child)
	if err != nil {
		t.Fatal(err)
	}
	changed := map[int]bool{}
	for _, i := range m.Cells {
		changed[i] = true
	}
	for i := range v.Board.Cells {
		if same := v.Board.Cells[i] == after.Board.Cells[i]; same == changed[i] {
			t.Errorf("%s after %s: cell %d: same %v, listed %v", v.Text, m.Name, i, same, changed[i])
		}
	}
	want := ""
	if v.Mover >= 0 && !strings.Contains(m.Value.Words, "payoffs") {
		switch {
		case strings.HasPrefix(m.Value.Words, "draw"):
			want = "draw"
		case strings.HasPrefix(m.Value.Words, v.Roles[v.Mover]):
			want = "win"
		default:
			want = "loss"
		}
	}
	if m.Result != want {
		t.Errorf("%s: %s is a %q, want a %q", v.Text, m.Name, m.Result, want)
	}
	if v.Matrix != nil {
		for i, row := range v.Matrix.Rows {
			for j, column := range v.Matrix.Columns {
				if row+"+"+column == m.Name && v.Matrix.Children[i][j] != m.Child {
					t.Errorf("%s: %s leads to %s in the matrix", v.Text, m.Name, v.Matrix.Children[i][j])
				}
			}
		}
	}
}

// TestETag repeats a request with the ETag of its reply.
func TestETag(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db})
	tags := map[string]string{}
	for _, target := range []string{"/", "/page/pictures.css", "/api/games", "/api/tables", "/api/tictactoe/position", at("tictactoe", ".../.x./..."), "/api/tictactoe/report", "/api/tictactoe/report?format=md"} {
		first := ask(s, "GET", target)
		mark := first.Header().Get("ETag")
		if mark == "" || tags[mark] != "" {
			t.Errorf("%s has the same tag %q as %q", target, mark, tags[mark])
		}
		tags[mark] = target
		for _, have := range []string{mark, `"other", W/` + mark} {
			if again := ask(s, "GET", target, "If-None-Match", have); again.Code != http.StatusNotModified || again.Body.Len() > 0 {
				t.Errorf("%s again with %s: status %d, %d bytes", target, have, again.Code, again.Body.Len())
			}
		}
		if again := ask(s, "GET", target, "If-None-Match", `"other"`); again.Code != http.StatusOK {
			t.Errorf("%s with another tag: status %d", target, again.Code)
		}
	}
}

// TestStop stops a server with open connections. It must not wait for idle
// clients, whose timeout is an hour.
func TestStop(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db})
	s.limits.header, s.limits.read, s.limits.idle, s.limits.stop = time.Hour, time.Hour, time.Hour, time.Hour
	addr, stop := run(t, s)
	idle, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	answer, err := http.Get("http://" + addr + "/api/tables")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		t.Error(err)
	}
	answer.Body.Close()
	if err := stop(); err != nil {
		t.Error(err)
	}
	if _, err := net.Dial("tcp", addr); err == nil {
		t.Error("still listening after stop")
	}
}
