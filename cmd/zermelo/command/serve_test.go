package command

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestServe solves games while a server runs. The server must serve the new tables,
// including the table of the rule sheet in its arguments, and exit when interrupted.
func TestServe(t *testing.T) {
	const sheet = "../../../games/gdl/testdata/wythoff.kif"
	db := t.TempDir()
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	in, out := io.Pipe()
	var errs strings.Builder
	code := make(chan int, 1)
	go func() {
		code <- runFor(ctx, out, &errs, "serve", sheet, "--addr", "127.0.0.1:0", "--db", db, "--json", "--verbose")
		out.Close()
	}()
	var ready servingJSON
	if err := json.NewDecoder(bufio.NewReader(in)).Decode(&ready); err != nil {
		t.Fatalf("%v: exit code %d: %s", err, <-code, errs.String())
	}
	if ready.DB != db || !strings.HasPrefix(ready.URL, "http://127.0.0.1:") {
		t.Errorf("got %+v, want DB %s and a local URL", ready, db)
	}
	expect := func(path string, status int, part string) {
		t.Helper()
		answer, err := http.Get(ready.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != status || !strings.Contains(string(body), part) {
			t.Errorf("%s: status %d, %v, want %d with %q: %.300s", path, answer.StatusCode, err, status, part, body)
		}
	}
	expect("api/tictactoe/position", http.StatusNotFound, "zermelo solve")
	for _, game := range []string{"tictactoe", sheet} {
		if got := runFor(t.Context(), io.Discard, io.Discard, "solve", game, "--db", db, "--quiet"); got != exitOK {
			t.Fatalf("solve %s: exit code %d", game, got)
		}
	}
	list := func() (ids []string) {
		answer, err := http.Get(ready.URL + "api/tables")
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		var list struct {
			Tables []struct{ ID string }
		}
		if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
			t.Fatal(err)
		}
		for _, table := range list.Tables {
			ids = append(ids, table.ID)
		}
		return ids
	}
	ids := list()
	for end := time.Now().Add(20 * time.Second); len(ids) < 2 && time.Now().Before(end); ids = list() { // the list is updated periodically
		time.Sleep(50 * time.Millisecond)
	}
	if len(ids) != 2 || ids[0] != "tictactoe" || !strings.HasPrefix(ids[1], "wythoff.kif") {
		t.Fatalf("got tables %q, want tictactoe and wythoff.kif", ids)
	}
	expect("api/tictactoe/position", http.StatusOK, "draw in 9 plies")
	expect("api/"+ids[1]+"/position", http.StatusOK, "ben wins in 4 plies")
	expect("", http.StatusOK, "Zermelo")

	// A second server cannot listen on the same address.
	var second strings.Builder
	if got := runFor(t.Context(), io.Discard, &second, "serve", "--db", db, "--addr", strings.TrimSuffix(strings.TrimPrefix(ready.URL, "http://"), "/")); got != exitFailure || !strings.Contains(second.String(), "--addr") {
		t.Errorf("a second server: exit code %d: %s", got, second.String())
	}
	interrupt()
	if got := <-code; got != exitOK {
		t.Errorf("exit code %d: %s", got, errs.String())
	}
	if conn, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(ready.URL, "http://"), "/")); err == nil {
		conn.Close()
		t.Error("the server still accepts connections")
	}
	for line := range strings.Lines(errs.String()) {
		var entry struct {
			Msg, Path string
			Status    int
		}
		if err := json.Unmarshal([]byte(line), &entry); err != nil || entry.Msg == "" {
			t.Errorf("log line %q: %v", line, err)
		}
	}
	if !strings.Contains(errs.String(), `"path":"/api/tictactoe/position","status":404`) {
		t.Errorf("got log %s, want a line for the request", errs.String())
	}
}
