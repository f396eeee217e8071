package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestServeSurvivesTruncatedFile truncates a file of a table while a process serves it,
// as rsync --inplace does. Requests for that table must fail with the reason, and
// requests for another table must succeed.
func TestServeSurvivesTruncatedFile(t *testing.T) {
	db := t.TempDir()
	for _, game := range []string{"tictactoe", "tron:size=3x4"} {
		if out, err := exec.Command("zermelo", "solve", game, "--db", db, "--quiet").CombinedOutput(); err != nil {
			t.Fatalf("solve %s: %v: %s", game, err, out)
		}
	}
	var told strings.Builder
	server := exec.Command("zermelo", "serve", "--db", db, "--addr", "127.0.0.1:0", "--json")
	server.Stderr = &told
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	defer server.Wait() // killed below
	defer server.Process.Kill()
	var ready struct{ URL string }
	if err := json.NewDecoder(bufio.NewReader(out)).Decode(&ready); err != nil {
		t.Fatal(err)
	}
	// ask returns the status, the body and the position after the first move.
	ask := func(table, position string) (status int, text, next string) {
		t.Helper()
		answer, err := http.Get(ready.URL + "api/" + table + "/position?p=" + url.QueryEscape(position))
		if err != nil {
			t.Fatalf("the server is gone: %v: %v: %.500s", err, server.Wait(), &told)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		var view struct{ Moves []struct{ Child string } }
		if err := json.Unmarshal(body, &view); err == nil && len(view.Moves) > 0 {
			next = view.Moves[0].Child
		}
		return answer.StatusCode, string(body), next
	}
	status, text, next := ask("tictactoe", "")
	if status != http.StatusOK || next == "" {
		t.Fatalf("status %d: %.300s", status, text)
	}
	files, err := filepath.Glob(filepath.Join(db, "tictactoe", "*.sst"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Truncate(files[0], 0); err != nil {
		t.Fatal(err)
	}
	for status == http.StatusOK && next != "" { // previously read blocks are cached
		status, text, next = ask("tictactoe", next)
	}
	if status != http.StatusInternalServerError || !strings.Contains(text, "the table is damaged") {
		t.Errorf("status %d: %.300s", status, text)
	}
	if status, text, _ := ask("tron:size=3x4", ""); status != http.StatusOK {
		t.Errorf("another table: status %d: %.300s", status, text)
	}
}
