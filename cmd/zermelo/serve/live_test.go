package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"zermelo/reports/solved"
)

type event struct{ name, data string }

// follow opens an event stream. The function next waits for an event; it
// returns false at the end of the stream.
func follow(t *testing.T, ctx context.Context, address string, header ...string) (status int, next func() (event, bool)) {
	t.Helper()
	r, err := http.NewRequestWithContext(ctx, "GET", address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return answer.StatusCode, func() (e event, ok bool) {
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch {
			case name == "event":
				e.name = value
			case name == "data":
				e.data = value
			case e.name != "":
				return e, true
			}
		}
		return e, false
	}
}

// TestLiveSearchTellsWhatItFinds reads the events of a search until it ends.
func TestLiveSearchTellsWhatItFinds(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "breakthrough:size=3x4,rows=1")
	addr, _ := run(t, newServer(t, Options{DB: db, Search: time.Minute}))
	_, next := follow(t, t.Context(), "http://"+addr+"/api/breakthrough:size=3x4,rows=1/search/live")
	var last solved.Analysis
	for e, ok := next(); ; e, ok = next() {
		if !ok {
			t.Fatal("the stream does not end")
		}
		if e.name == "end" {
			if e.data != `{"proven":true}` {
				t.Errorf("last event: %s", e.data)
			}
			break
		}
		if err := json.Unmarshal([]byte(e.data), &last); err != nil || e.name != "analysis" {
			t.Fatalf("event %s: %v: %s", e.name, err, e.data)
		}
	}
	if !last.Proven || len(last.Moves) == 0 || last.Value == "" {
		t.Errorf("last event: %+v", last)
	}
}

// TestClientThatLeavesEndsItsSearch runs a server that allows one search. Other
// searches must be rejected as busy until the client disconnects. The next
// search must reuse the earlier results.
func TestClientThatLeavesEndsItsSearch(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "morris:men=3,lines=straight", "tictactoe")
	s := newServer(t, Options{DB: db, Search: time.Hour})
	s.searches = newSearchPool(1)
	s.searches.slots.wait = 10 * time.Millisecond
	addr, _ := run(t, s)
	const id = "/api/morris:men=3,lines=straight"
	address := "http://" + addr + id + "/search/live" // an endless draw, which no search can prove
	first, leave := context.WithCancel(t.Context())
	status, next := follow(t, first, address)
	if e, ok := next(); status != 200 || !ok || e.name != "analysis" {
		t.Fatalf("status %d, event %v", status, e)
	}
	kept := func() int {
		s.searches.mu.Lock()
		defer s.searches.mu.Unlock()
		return len(s.searches.idle)
	}
	if w := ask(s, "GET", id+"/search/live"); w.Code != 503 || !strings.Contains(w.Body.String(), "busy") {
		t.Errorf("a second search: status %d: %s", w.Code, w.Body)
	}
	leave()
	for end := time.Now().Add(within); kept() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the search continues after the client disconnected")
		}
	}
	again, leave := context.WithCancel(t.Context())
	defer leave()
	status, next = follow(t, again, address)
	if e, ok := next(); status != 200 || !ok || e.name != "analysis" || kept() != 0 {
		t.Errorf("status %d, event %v, %d idle searches", status, e, kept())
	}
	leave()
	for end := time.Now().Add(within); kept() == 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the search continues after the client disconnected")
		}
	}
	// A search of another game replaces the idle search.
	if w := ask(s, "GET", "/api/tictactoe/search"); w.Code != 200 || kept() != 1 {
		t.Errorf("another game: status %d, %d idle searches: %s", w.Code, kept(), w.Body)
	}
}

// TestLiveSearchSaysWhatIsWrong sends invalid requests, which must fail before
// the stream starts.
func TestLiveSearchSaysWhatIsWrong(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe", "coordination:rounds=2")
	s := newServer(t, Options{DB: db, Search: time.Second})
	for target, want := range map[string]int{
		"/api/tictactoe/search/live?p=what": 400, "/api/coordination:rounds=2/search/live": 422, "/api/nothing/search/live": 404,
		"/api/tictactoe/search/live?time=1h": 400,
	} {
		if w := ask(s, "GET", target); w.Code != want {
			t.Errorf("%s: status %d, want %d: %s", target, w.Code, want, w.Body)
		}
	}
	w := ask(s, "GET", "/api/tictactoe/search/live?p=xxx/oo./...")
	if !strings.Contains(w.Body.String(), "the game is over") {
		t.Errorf("at the end of a game: %s", w.Body)
	}
}
