package serve

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/tablebase/store"
)

// TestReplace repeatedly replaces a table while clients read it. All replies
// must be correct, and no table may stay open.
func TestReplace(t *testing.T) {
	db := t.TempDir()
	const game = "tron:size=3x4"
	solveGames(t, db, game)
	s := newServer(t, Options{DB: db})
	s.answers = newAnswerCache(0) // disable caching, so that every request reads the table
	target := "/api/" + game + "/position"
	want := ask(s, "GET", target).Body.String()
	before := descriptors(t)
	var done atomic.Bool
	var clients sync.WaitGroup
	for range 3 {
		clients.Go(func() {
			for !done.Load() {
				if w := ask(s, "GET", target); w.Code != http.StatusOK || w.Body.String() != want {
					t.Errorf("status %d: %.200s", w.Code, w.Body)
					return
				}
				time.Sleep(time.Millisecond) // leave time for the solver
			}
		})
	}
	s.open.mu.Lock()
	first := s.open.tables[game]
	s.open.mu.Unlock()
	for range 5 {
		solveGames(t, db, game)
	}
	done.Store(true)
	clients.Wait()
	ask(s, "GET", target)
	if last := s.open.tables[game]; last == first || s.open.stale(&table{Table: game}, last) {
		t.Error("the first version of the table is still open")
	}
	if n := s.open.size(); n != 1 {
		t.Errorf("%d tables are open", n)
	}
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors, %d before", after, before)
	}
}

// TestDelete deletes and recreates a served table.
func TestDelete(t *testing.T) {
	db := t.TempDir()
	const game = "tictactoe"
	solveGames(t, db, game)
	s := newServer(t, Options{DB: db})
	target := "/api/" + game + "/position"
	status := func() int { return ask(s, "GET", target).Code }
	if got := status(); got != 200 {
		t.Fatalf("status %d", got)
	}
	if err := store.Delete(db, game); err != nil {
		t.Fatal(err)
	}
	if got := status(); got != 404 {
		t.Errorf("status %d after deleting the table", got)
	}
	if n := s.open.size(); n != 0 {
		t.Errorf("%d tables are open", n)
	}
	time.Sleep(listTTL)
	if got := status(); got != 404 {
		t.Errorf("status %d after listing the tables again", got)
	}
	solveGames(t, db, game)
	time.Sleep(listTTL)
	if got := status(); got != 200 {
		t.Errorf("status %d after recreating the table", got)
	}
}

// TestManyTablesThroughASmallCache reads six tables concurrently through a
// cache of two. The replies must equal those of a single client.
func TestManyTablesThroughASmallCache(t *testing.T) {
	db := t.TempDir()
	ids := []string{"tron:size=3x4", "tictactoe", "coordination:rounds=3", "three", "sheet", "proof"}
	solveGames(t, db, ids[:3]...)
	solveGames(t, db, "three-mens-morris")
	prove(t, db, "connect4:size=3x3,connect=3")
	sheet := openSheet(t, db, "../../../games/gdl/testdata/wythoff.kif")
	ids[3], ids[4], ids[5] = reportstest.Variant(t, "three-mens-morris").Info().Name, tableID(sheet.Info().Name), "connect4:size=3x3,connect=3.proof"
	s := newServer(t, Options{DB: db, Sheets: []games.Variant{sheet}})
	s.answers = newAnswerCache(0)
	s.open.limit = 2
	want := map[string]string{}
	for _, id := range ids {
		w := ask(s, "GET", "/api/"+id+"/position")
		if want[id] = w.Body.String(); w.Code != 200 {
			t.Fatalf("%s: status %d: %s", id, w.Code, w.Body)
		}
		if n := s.open.size(); n > 2 {
			t.Errorf("%d tables are open", n)
		}
	}
	before := descriptors(t)
	var clients sync.WaitGroup
	var answered, busy atomic.Int64
	for c := range 8 {
		clients.Go(func() {
			for i := range 60 {
				id := ids[(c*i+i)%len(ids)]
				switch w := ask(s, "GET", "/api/"+id+"/position"); {
				case w.Code == 503 && w.Header().Get("Retry-After") != "":
					busy.Add(1)
				case w.Code != 200 || w.Body.String() != want[id]:
					t.Errorf("%s: status %d: %.200s", id, w.Code, w.Body)
				default:
					answered.Add(1)
				}
			}
		})
	}
	clients.Wait()
	if answered.Load() < 50 {
		t.Errorf("%d replies, %d of them busy", answered.Load(), busy.Load())
	}
	if n := s.open.size(); n > 2 {
		t.Errorf("%d tables are open", n)
	}
	if after := descriptors(t); after > before+8 {
		t.Errorf("%d descriptors, %d before", after, before)
	}
}

// TestBusy checks that a request is rejected in time if no slot is free.
func TestBusy(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db, Search: time.Second})
	s.slow.wait = 10 * time.Millisecond
	s.searches.slots.wait = 10 * time.Millisecond
	for s.slow.TryAcquire(1) {
	}
	for s.searches.slots.TryAcquire(1) {
	}
	for _, target := range []string{"/api/tictactoe/report", "/api/tictactoe/search"} {
		if w := ask(s, "GET", target); w.Code != 503 || w.Header().Get("Retry-After") == "" || w.Header().Get("ETag") != "" {
			t.Errorf("%s: status %d with %v", target, w.Code, w.Header())
		}
	}
	if w := ask(s, "GET", "/api/tictactoe/position"); w.Code != 200 {
		t.Errorf("a position: status %d", w.Code)
	}
	s.slow.release()
	s.searches.slots.release()
	for _, target := range []string{"/api/tictactoe/report", "/api/tictactoe/search"} {
		if w := ask(s, "GET", target); w.Code != 200 {
			t.Errorf("%s: status %d with a free slot: %s", target, w.Code, w.Body)
		}
	}
}

// TestPanic checks that a panic in one request does not affect others.
func TestPanic(t *testing.T) {
	s := newServer(t, Options{DB: t.TempDir()})
	w := httptest.NewRecorder()
	s.handle(route{"/", func(http.ResponseWriter, *http.Request) error { panic("broken") }, 0}).ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if w.Code != 500 || fmt.Sprint(w.Body) == "" {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
}

// descriptors returns the number of open files of this process, or 0 if
// unknown.
func descriptors(t testing.TB) int {
	t.Helper()
	runtime.GC()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(entries)
}
