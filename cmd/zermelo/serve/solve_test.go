package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"zermelo/cmd/zermelo/serve/jobs"
	"zermelo/games/gdl/sheet"
	"zermelo/reports/model"
	"zermelo/reports/solved"
)

const testToken = "open sesame"

// newSolving returns a server that solves games.
func newSolving(t *testing.T, db string, limits jobs.Limits) *Server {
	t.Helper()
	return newServer(t, Options{DB: db, Solve: &Solving{Token: testToken, Limits: limits}})
}

func smallLimits() jobs.Limits {
	return jobs.Limits{Memory: 256 << 20, Time: time.Minute, States: 1_000_000, Open: 4}
}

// send sends a request with the token.
func send(s *Server, target, body string, header ...string) (int, string) {
	w := post(s, target, body, append([]string{"Authorization", "Bearer " + testToken}, header...)...)
	return w.Code, w.Body.String()
}

func sendFor[T any](t *testing.T, s *Server, target, body string, header ...string) (v T) {
	t.Helper()
	status, text := send(s, target, body, header...)
	if err := json.Unmarshal([]byte(text), &v); err != nil || status != 200 {
		t.Fatalf("%s %s: status %d, %v: %s", target, body, status, err, text)
	}
	return v
}

// until waits until a job is in one of the states.
func until(t *testing.T, s *Server, id string, states ...jobs.State) jobs.Job {
	t.Helper()
	for end := time.Now().Add(within); ; time.Sleep(5 * time.Millisecond) {
		j, err := s.solver.queue.Job(id)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range states {
			if j.State == want {
				return j
			}
		}
		if time.Now().After(end) {
			t.Fatalf("job %+v, want %v", j, states)
		}
	}
}

// TestSolvedGameOpensWithoutARestart solves a game and an uploaded rule sheet.
// Another server on the same directory must serve both.
func TestSolvedGameOpensWithoutARestart(t *testing.T) {
	db := t.TempDir()
	s := newSolving(t, db, smallLimits())
	s.options.Only = []string{"nim"} // must not affect solved games
	f := sendFor[forecast](t, s, "/api/solve/forecast", `{"game": "tron:size=3x4"}`)
	if f.Game != "tron:size=3x4" || f.States == 0 || f.TooLarge != "" {
		t.Errorf("forecast %+v", f)
	}
	text, err := os.ReadFile("../../../games/gdl/testdata/wythoff.kif")
	if err != nil {
		t.Fatal(err)
	}
	checked := sendFor[jobs.Checked](t, s, "/api/solve/sheets?name=wythoff", string(text), "Content-Type", "text/plain")
	if !strings.HasPrefix(checked.Game, "wythoff.kif@") {
		t.Fatalf("checked %+v", checked)
	}
	addr, _ := run(t, s)
	for _, game := range []string{"tron:size=3x4", checked.Game} {
		j := sendFor[jobs.Job](t, s, "/api/solve/jobs", fmt.Sprintf(`{"game": %q}`, game))
		_, next := follow(t, t.Context(), "http://"+addr+"/api/solve/jobs/"+j.ID+"/events", "Authorization", "Bearer "+testToken)
		var last jobs.Job
		for e, ok := next(); ok; e, ok = next() {
			if err := json.Unmarshal([]byte(e.data), &last); err != nil || e.name != "job" {
				t.Fatalf("%v: %+v", err, e)
			}
		}
		if last.State != jobs.Done || last.Method != "table" {
			t.Errorf("last event: %+v", last)
		}
		for _, s := range []*Server{s, newServer(t, Options{DB: db})} {
			if view := get[solved.View](t, s, "/api/"+tableID(game)+"/position"); view.Game != game || view.Value.Words == "" {
				t.Errorf("%s: %+v", game, view)
			}
		}
	}
}

// TestFindingsAreAtTheirLines uploads invalid sheets.
func TestFindingsAreAtTheirLines(t *testing.T) {
	s := newSolving(t, t.TempDir(), smallLimits())
	checked := sendFor[jobs.Checked](t, s, "/api/solve/sheets?name=wrong", "(role a)\n(<= (legal a ?m)\n    (does a b))\n", "Content-Type", "text/plain")
	if checked.Game != "" || checked.Why == "" || !slices.ContainsFunc(checked.Problems, func(f sheet.Finding) bool { return f.Line == 2 && f.Column == 5 }) {
		t.Errorf("checked %+v", checked)
	}
	if strings.Contains(fmt.Sprint(checked), "/") {
		t.Errorf("the reply contains a path: %+v", checked)
	}
	for target, test := range map[string]struct {
		text   string
		status int
	}{
		"/api/solve/sheets?name=../x": {"(role a)", 400}, "/api/solve/sheets": {"(role a)", 400},
		"/api/solve/sheets?name=x": {"\xff\xfe", 400}, "/api/solve/sheets?name=giant": {strings.Repeat("(a)", jobs.MaxSheet/3+1), 413},
		"/api/solve/sheets?name=deep": {strings.Repeat("(", jobs.MaxSheet), 200},
	} {
		if status, text := send(s, target, test.text, "Content-Type", "text/plain"); status != test.status {
			t.Errorf("%s: status %d, want %d: %.200s", target, status, test.status, text)
		}
	}
}

// TestProgramsAreRefused uploads scripts and modules, and requests programs and
// files as games.
func TestProgramsAreRefused(t *testing.T) {
	s := newSolving(t, t.TempDir(), smallLimits())
	text, err := os.ReadFile("../../../games/own/testdata/nim.star")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range [][2]string{
		{"/api/solve/sheets?name=nim.star", string(text)}, {"/api/solve/sheets?name=nim.wasm", "\x00asm\x01\x00\x00\x00"},
		{"/api/solve/sheets?name=exec:x", "x"}, {"/api/solve/sheets?name=x.py", "x"},
		{"/api/solve/jobs", `{"game": "exec:true"}`}, {"/api/solve/jobs", `{"game": "../../../games/own/testdata/nim.star"}`},
		{"/api/solve/forecast", `{"game": "../../../games/own/testdata/nim.star"}`},
	} {
		if status, answer := send(s, test[0], test[1]); status != 400 {
			t.Errorf("%s: status %d, want 400: %.200s", test[0], status, answer)
		}
	}
}

// TestOptionsOfSentRules uploads rules with options and solves the game with a
// non-default value.
func TestOptionsOfSentRules(t *testing.T) {
	db := t.TempDir()
	s := newSolving(t, db, smallLimits())
	text, err := os.ReadFile("../../../games/gdl/testdata/wythoff.kif")
	if err != nil {
		t.Fatal(err)
	}
	checked := sendFor[jobs.Checked](t, s, "/api/solve/sheets?name=wythoff.kif", string(text))
	if !slices.ContainsFunc(checked.Options, func(o model.ListedOption) bool { return o.Name == "symmetry" && o.Default == "on" }) {
		t.Fatalf("checked %+v", checked)
	}
	game := checked.Game + ":symmetry=off"
	j := sendFor[jobs.Job](t, s, "/api/solve/jobs", fmt.Sprintf(`{"game": %q}`, game))
	if end := until(t, s, j.ID, jobs.Done, jobs.Failed); end.State != jobs.Done || end.Game != game {
		t.Fatalf("the job: %+v", end)
	}
	for _, s := range []*Server{s, newServer(t, Options{DB: db})} {
		if view := get[solved.View](t, s, "/api/"+tableID(game)+"/position"); view.Value.Words != "ben wins in 4 plies" {
			t.Errorf("%+v", view)
		}
	}
	for _, options := range []string{"side=9", "size=3", ""} {
		status, text := send(s, "/api/solve/jobs", fmt.Sprintf(`{"game": %q}`, checked.Game+":"+options))
		if status != 400 || strings.Contains(text, db) {
			t.Errorf("options %q: status %d: %s", options, status, text)
		}
	}
}

// slowGame takes much longer to solve than the test runs.
const slowGame = "connect4:size=5x5"

// TestPausedJobResumes pauses a job by request and by its time limit, resumes
// it, and cancels it. The unfinished table must be listed as such, and another
// server must be able to resume it.
func TestPausedJobResumes(t *testing.T) {
	db := t.TempDir()
	limits := smallLimits()
	limits.States = 100_000_000 // a lower limit would cause a search, which may end early
	s := newSolving(t, db, limits)
	j := sendFor[jobs.Job](t, s, "/api/solve/jobs", fmt.Sprintf(`{"game": %q}`, slowGame))
	until(t, s, j.ID, jobs.Working)
	addr, _ := run(t, s)
	for _, encoding := range []string{"gzip", "identity"} { // events must not be buffered by compression
		ctx, leave := context.WithCancel(t.Context())
		_, next := follow(t, ctx, "http://"+addr+"/api/solve/jobs/1/events", "Authorization", "Bearer "+testToken, "Accept-Encoding", encoding)
		if e, ok := next(); !ok || !strings.Contains(e.data, `"working"`) {
			t.Errorf("%s: event %v", encoding, e)
		}
		leave()
	}
	if status, text := send(s, "/api/solve/jobs", fmt.Sprintf(`{"game": %q}`, slowGame)); status != 409 || !strings.Contains(text, "job 1") {
		t.Errorf("repeated: status %d: %s", status, text)
	}
	sendFor[jobs.Job](t, s, "/api/solve/jobs/1/pause", "")
	until(t, s, j.ID, jobs.Paused)
	sendFor[jobs.Job](t, s, "/api/solve/jobs/1/pause", "") // pausing twice has no effect
	sendFor[jobs.Job](t, s, "/api/solve/jobs/1/resume", "")
	until(t, s, j.ID, jobs.Working)
	for end := time.Now().Add(within); len(get[tableList](t, s, "/api/tables").Others) == 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("the running solve is not listed")
		}
	}
	sendFor[jobs.Job](t, s, "/api/solve/jobs/1/cancel", "")
	until(t, s, j.ID, jobs.Cancelled)
	s.tables.latest.Store(nil)
	for action, want := range map[string]int{"pause": 409, "resume": 409, "cancel": 200} {
		if status, text := send(s, "/api/solve/jobs/1/"+action, ""); status != want {
			t.Errorf("%s after the end: status %d: %s", action, status, text)
		}
	}
	list := get[tableList](t, s, "/api/tables")
	if len(list.Others) != 1 || list.Others[0].Game != slowGame || list.Others[0].Error != "not solved yet" || list.Others[0].Status != "interrupted" {
		t.Errorf("listed %+v", list)
	}
	limits.Time = time.Millisecond
	late := newSolving(t, db, limits)
	sendFor[jobs.Job](t, late, "/api/solve/jobs", fmt.Sprintf(`{"game": %q}`, slowGame))
	if j := until(t, late, "1", jobs.Paused); !strings.Contains(j.Why, "stopped after 1ms") {
		t.Errorf("paused with reason %q", j.Why)
	}
}

// TestSolvingTakesTheToken sends requests without token, with a wrong token,
// from another site, and to a server that does not solve.
func TestSolvingTakesTheToken(t *testing.T) {
	s := newSolving(t, t.TempDir(), smallLimits())
	own := []string{"Authorization", "Bearer " + testToken}
	for _, test := range []struct {
		header []string
		status int
	}{
		{nil, 401}, {[]string{"Authorization", "Bearer wrong"}, 401}, {[]string{"Authorization", testToken}, 200}, {own, 200},
		{append([]string{"Origin", "https://evil.example"}, own...), 403}, {append([]string{"Origin", "null"}, own...), 403},
		{append([]string{"Sec-Fetch-Site", "cross-site"}, own...), 403}, {append([]string{"Origin", "http://example.com"}, own...), 200}, // default host of httptest
	} {
		for _, r := range s.solveRoutes() {
			method, path, posts := strings.Cut(r.pattern, " ")
			if !posts {
				method, path = "GET", r.pattern
			}
			path = strings.ReplaceAll(path, "{job}", "7")
			w := ask(s, method, path, test.header...)
			if refused := w.Code == 401 || w.Code == 403; refused != (test.status != 200) || refused && w.Code != test.status {
				t.Errorf("%s %v: status %d, want %d: %s", r.pattern, test.header, w.Code, test.status, w.Body)
			}
		}
	}
	off := newServer(t, Options{DB: t.TempDir()})
	if w := post(off, "/api/solve/jobs", `{"game": "nim"}`, own...); w.Code != 405 && w.Code != 404 {
		t.Errorf("with solving disabled: status %d", w.Code)
	}
}

// TestHostileOrdersAreRefused sends invalid requests, 50 concurrent requests,
// and many state changes. Each must get a proper reply, memory must stay
// bounded, and the table of the running job must be correct.
func TestHostileOrdersAreRefused(t *testing.T) {
	db := t.TempDir()
	s := newSolving(t, db, smallLimits())
	for body, want := range map[string]int{
		"": 400, "{}": 400, `{"game": 1}`: 400, `{"game": "nothing"}`: 400, `{"game": "tron:size=99x99"}`: 400, `{"game": "../../etc/passwd"}`: 400,
		`{"game": "x.kif@000000"}`: 400, `{"game": "tron", "force": true}`: 400, `{"game": "` + strings.Repeat("x", maxSolveRequest) + `"}`: 413,
	} {
		for _, target := range []string{"/api/solve/jobs", "/api/solve/forecast"} {
			if status, text := send(s, target, body); status != want || !strings.Contains(text, "detail") {
				t.Errorf("%s %.60s: status %d, want %d: %.200s", target, body, status, want, text)
			}
		}
	}
	before, goroutines := heap(), settle()
	var group sync.WaitGroup
	var mu sync.Mutex
	answers := map[int]int{}
	for i := range 50 {
		group.Go(func() {
			status, _ := send(s, "/api/solve/jobs", fmt.Sprintf(`{"game": "connect4:size=5x%d,connect=%d"}`, 4+i%3, 3+i%2))
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	group.Wait()
	if answers[200] != 4 || answers[200]+answers[409]+answers[429] != 50 {
		t.Errorf("50 concurrent requests: replies by status %v", answers)
	}
	clear(answers)
	for i := range 200 {
		group.Go(func() {
			status, _ := send(s, fmt.Sprintf("/api/solve/jobs/%d/%s", 1+i%5, []string{"pause", "resume", "cancel", "pause", "resume"}[i/5%5]), "")
			mu.Lock()
			defer mu.Unlock()
			answers[status]++
		})
	}
	group.Wait()
	if answers[200]+answers[404]+answers[409] != 200 {
		t.Errorf("concurrent changes: replies by status %v", answers)
	}
	for _, j := range s.solver.queue.List() {
		send(s, "/api/solve/jobs/"+j.ID+"/cancel", "")
		until(t, s, j.ID, jobs.Cancelled, jobs.Failed, jobs.Done)
	}
	if now := heap(); now > before+64<<20 {
		t.Errorf("%d MiB of memory in use, want about %d", now>>20, before>>20)
	}
	if n := fewer(runtime.NumGoroutine, goroutines+2); n > goroutines+2 {
		t.Errorf("%d goroutines, want %d", n, goroutines)
	}
	j := sendFor[jobs.Job](t, s, "/api/solve/jobs", `{"game": "tictactoe"}`)
	if until(t, s, j.ID, jobs.Done); get[solved.View](t, s, "/api/tictactoe/position").Value.Words != "draw in 9 plies" {
		t.Error("the table of tictactoe is wrong")
	}
}

// heap returns the size of the heap, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestOldJobsAreForgotten solves more games than the list can hold.
func TestOldJobsAreForgotten(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "nim:piles=1")
	s := newSolving(t, db, smallLimits())
	for range 40 {
		j := sendFor[jobs.Job](t, s, "/api/solve/jobs", `{"game": "nim:piles=1"}`)
		until(t, s, j.ID, jobs.Done)
	}
	if n := len(s.solver.queue.List()); n < 32 || n > 34 {
		t.Errorf("%d jobs are listed", n)
	}
	if w := ask(s, "GET", "/api/solve/jobs/1", "Authorization", "Bearer "+testToken); w.Code != http.StatusNotFound {
		t.Errorf("the first: status %d", w.Code)
	}
	if files, err := filepath.Glob(filepath.Join(db, "[^.]*")); err != nil || len(files) != 1 {
		t.Errorf("%v: files %v", err, files)
	}
}

// TestSavedJobsAreRead starts servers with lists of jobs that cannot be run or read.
func TestSavedJobsAreRead(t *testing.T) {
	for _, test := range []struct {
		saved string
		want  map[string]jobs.State
	}{
		{`[{"id": "6", "game": "x.kif@123456", "state": "waiting"}, {"id": "7", "game": "nim", "state": "waiting"}]`, map[string]jobs.State{"6": jobs.Failed, "7": jobs.Done, "8": jobs.Done}},
		{`[{"id": "7", "game": "nim", "state": "failed", "why": "reason"}]`, map[string]jobs.State{"7": jobs.Failed, "8": jobs.Done}},
		{`[{"id": "7", "ga`, map[string]jobs.State{"1": jobs.Done}},
	} {
		db := t.TempDir()
		if err := os.Mkdir(filepath.Join(db, ".serve"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(db, ".serve", "jobs.json"), []byte(test.saved), 0o600); err != nil {
			t.Fatal(err)
		}
		s := newSolving(t, db, smallLimits())
		sendFor[jobs.Job](t, s, "/api/solve/jobs", `{"game": "tictactoe"}`)
		for id, state := range test.want {
			if j := until(t, s, id, jobs.Done, jobs.Failed); j.State != state || state == jobs.Failed && j.Why == "" {
				t.Errorf("%s: job %+v, want %s", test.saved, j, state)
			}
		}
	}
}

// TestTokenIsKept reads a token twice, then after a change of the permissions, and then
// after a crash that left a part of it.
func TestTokenIsKept(t *testing.T) {
	db := filepath.Join(t.TempDir(), "new")
	read := func() string {
		t.Helper()
		token, err := jobs.Token(db)
		if err != nil || len(token) < 20 {
			t.Fatal(token, err)
		}
		return token
	}
	first, path := read(), filepath.Join(db, ".serve", "token")
	if again := read(); again != first {
		t.Errorf("token %q, then %q", first, again)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	second := read()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	if err := os.Truncate(path, 5); err != nil {
		t.Fatal(err)
	}
	if third := read(); second != first || third == first {
		t.Errorf("tokens %q, %q, %q", first, second, third)
	}
}
