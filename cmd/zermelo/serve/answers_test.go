package serve

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/solved"
)

// post sends a POST request with a JSON body.
func post(s *Server, target, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", target, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w
}

// TestLargeAnswersAreCompressed requests a report with and without compression,
// and with the ETag of the compressed reply.
func TestLargeAnswersAreCompressed(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db})
	const target = "/api/tictactoe/report"
	plain := ask(s, "GET", target).Body.String()
	for _, test := range []struct {
		accept string
		reader func(io.Reader) (io.Reader, error)
	}{
		{"gzip", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"zstd", func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) }},
	} {
		w := ask(s, "GET", target, "Accept-Encoding", test.accept)
		if got := w.Header().Get("Content-Encoding"); got != test.accept || w.Body.Len() > len(plain)/3 {
			t.Fatalf("%s: encoding %q, %d bytes of %d", test.accept, got, w.Body.Len(), len(plain))
		}
		r, err := test.reader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(r); err != nil || string(text) != plain {
			t.Errorf("%s: %d bytes, %v, want %d", test.accept, len(text), err, len(plain))
		}
		mark := w.Header().Get("ETag")
		if again := ask(s, "GET", target, "If-None-Match", mark, "Accept-Encoding", test.accept); again.Code != http.StatusNotModified {
			t.Errorf("%s again with %s: status %d", test.accept, mark, again.Code)
		}
	}
	if w := ask(s, "GET", "/api/tictactoe/position", "Accept-Encoding", "gzip"); w.Header().Get("Content-Encoding") != "" {
		t.Error("a small reply is compressed")
	}
}

// TestOnlyGivenOriginsReadAnswers sends requests from allowed and other
// origins.
func TestOnlyGivenOriginsReadAnswers(t *testing.T) {
	const friend, stranger = "https://friend.example", "https://stranger.example"
	for _, test := range []struct {
		cors   []string
		origin string
		want   string
	}{
		{nil, friend, ""}, {[]string{friend}, friend, friend}, {[]string{friend}, stranger, ""}, {[]string{"*"}, stranger, stranger}, {[]string{friend}, "", ""},
	} {
		s := newServer(t, Options{DB: t.TempDir(), CORS: test.cors})
		w := ask(s, "GET", "/api/tables", "Origin", test.origin)
		if got := w.Header().Get("Access-Control-Allow-Origin"); got != test.want || w.Code != 200 {
			t.Errorf("%v, %q: allowed %q, want %q", test.cors, test.origin, got, test.want)
		}
		want := 204
		if test.want == "" {
			want = 405
		}
		if w := ask(s, "OPTIONS", "/api/tictactoe/positions", "Origin", test.origin, "Access-Control-Request-Method", "POST"); w.Code != want {
			t.Errorf("%v, %q: preflight has status %d, want %d", test.cors, test.origin, w.Code, want)
		}
	}
}

func TestBatchIsThePositionsInOrder(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db})
	texts := []string{".../.x./...", "", "what", ".../.x./o.."}
	request, err := json.Marshal(batch{texts})
	if err != nil {
		t.Fatal(err)
	}
	w := post(s, "/api/tictactoe/positions", string(request))
	var got struct{ Answers []json.RawMessage }
	if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got.Answers) != len(texts) {
		t.Fatalf("status %d, %v: %.300s", w.Code, err, w.Body)
	}
	for i, text := range texts {
		want := ask(s, "GET", at("tictactoe", text)).Body.String()
		if strings.TrimSpace(want) != string(got.Answers[i]) {
			t.Errorf("%q: %.200s, want %.200s", text, got.Answers[i], want)
		}
	}
	for _, test := range []struct {
		body, kind string
		status     int
	}{
		{`{"positions": []}`, "application/json", 400},
		{`{"positions": [` + strings.Repeat(`"",`, maxBatch) + `""]}`, "application/json", 400},
		{`{"positions": [""]} more`, "application/json", 400},
		{`{"others": [""]}`, "application/json", 400},
		{`{"positions": [""]}`, "text/plain", 415},
		{`{"positions": ["` + strings.Repeat("x", maxBatchBytes) + `"]}`, "application/json", 413},
	} {
		if w := post(s, "/api/tictactoe/positions", test.body, "Content-Type", test.kind); w.Code != test.status {
			t.Errorf("%.60s as %s: status %d, want %d: %s", test.body, test.kind, w.Code, test.status, w.Body)
		}
	}
}

// TestMistypedAddressIsAPageForPeople requests an unknown URL as a browser and
// as a program.
func TestMistypedAddressIsAPageForPeople(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db})
	const browser = "text/html,application/xhtml+xml,*/*;q=0.8"
	w := ask(s, "GET", "/tictactoe", "Accept", browser)
	if w.Code != 404 || !strings.HasPrefix(w.Body.String(), "<!doctype html>") || !strings.Contains(w.Body.String(), `href="/?table=tictactoe"`) {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	w = ask(s, "GET", "/api/%3Cscript%3Ealert(1)%3C/script%3E/position", "Accept", browser)
	if w.Code != 404 || strings.Contains(w.Body.String(), "<script>") {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	if w = ask(s, "GET", "/tictactoe"); !strings.HasPrefix(w.Header().Get("Content-Type"), "application/problem+json") {
		t.Errorf("a program gets %s", w.Header().Get("Content-Type"))
	}
}

// TestBrowsersKeepTheFilesOfThePage requests the files of the page: one style
// sheet, and modules that are all preloaded. Their URLs must contain a hash,
// and their total size must be at most 200 kB.
func TestBrowsersKeepTheFilesOfThePage(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "tictactoe")
	s := newServer(t, Options{DB: db})
	index := ask(s, "GET", "/?table=tictactoe")
	bytes := ask(s, "GET", "/?table=tictactoe", "Accept-Encoding", "gzip").Body.Len()
	links := regexp.MustCompile(`(?:src|href)="(/page/[^"]*)"`).FindAllStringSubmatch(index.Body.String(), -1)
	preloaded, imported := map[string]bool{}, map[string]bool{}
	for _, link := range links {
		preloaded[link[1]] = true
		w := ask(s, "GET", link[1])
		bytes += ask(s, "GET", link[1], "Accept-Encoding", "gzip").Body.Len()
		if w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: status %d, Cache-Control %s", link[1], w.Code, w.Header().Get("Cache-Control"))
		}
		if hash := reply.Hash(w.Body.String()); strings.HasSuffix(link[1], ".css") && !strings.Contains(link[1], hash) {
			t.Errorf("%s has the hash %s", link[1], hash)
		}
		for _, m := range regexp.MustCompile(`(?m)^(?:import|\}) .*'\./([\w-]+\.js)';`).FindAllStringSubmatch(w.Body.String(), -1) {
			imported[path.Join(path.Dir(link[1]), m[1])] = true
		}
	}
	for address := range imported {
		if !preloaded[address] {
			t.Errorf("%s is imported but not preloaded", address)
		}
	}
	if styles := len(preloaded) - len(imported) - 1; styles != 1 || len(imported) < 30 {
		t.Errorf("the page refers to %d style sheets and %d modules", styles, len(imported))
	}
	if bytes > 200_000 {
		t.Errorf("the page has %d bytes", bytes)
	}
	if policy := index.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src 'self' 'sha256-") {
		t.Errorf("the policy is %s", policy)
	}
}

// TestNamesLeadToTheirTables requests tables by names other than their IDs.
func TestNamesLeadToTheirTables(t *testing.T) {
	db := t.TempDir()
	solveGames(t, db, "hexapawn")
	prove(t, db, "connect4:size=3x3,connect=3")
	sheet := openSheet(t, db, "../../../games/gdl/testdata/wythoff.kif")
	s := newServer(t, Options{DB: db, Sheets: []games.Variant{sheet}})
	for name, want := range map[string]string{
		"HEXAPAWN": "breakthrough:size=3x3,rows=1,captures=diagonal,steps=straight", "connect4:connect=3,size=3x3": "connect4:size=3x3,connect=3", "wythoff.kif": sheet.Info().Name,
	} {
		if got := get[solved.View](t, s, "/api/"+name+"/position"); got.Game != want {
			t.Errorf("%s is %s, want %s", name, got.Game, want)
		}
		w := ask(s, "GET", "/?p=x&table="+name)
		if to := w.Header().Get("Location"); w.Code != 302 || !strings.HasPrefix(to, "/?p=x&table=") {
			t.Errorf("%s: status %d to %s", name, w.Code, to)
		} else if w := ask(s, "GET", to); w.Code != 200 {
			t.Errorf("%s: status %d at %s", name, w.Code, to)
		}
	}
}
