package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"zermelo/cmd/zermelo/serve/jobs"
)

// server is a running process of zermelo serve.
type server struct {
	URL, Token string
	cmd        *exec.Cmd
	told       strings.Builder // standard error
}

// startServer starts a server, which is killed at the end of the test.
func startServer(t *testing.T, db string, flags ...string) *server {
	t.Helper()
	s := &server{cmd: exec.Command("zermelo", append([]string{"serve", "--db", db, "--addr", "127.0.0.1:0", "--json"}, flags...)...)}
	s.cmd.Stderr = &s.told
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.kill)
	if err := json.NewDecoder(bufio.NewReader(out)).Decode(s); err != nil {
		t.Fatal(err, &s.told)
	}
	return s
}

// kill sends SIGKILL.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
}

// send sends a request with the token and decodes the reply to v.
func (s *server) send(t *testing.T, method, path, body string, v any) {
	t.Helper()
	r, err := http.NewRequest(method, s.URL+"api/solve"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+s.Token)
	if strings.HasPrefix(body, "{") {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err, &s.told)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(v); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: status %d, %v", method, path, answer.StatusCode, err)
	}
}

// until waits until a job is in a state.
func (s *server) until(t *testing.T, id string, state jobs.State) (j jobs.Job) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if s.send(t, "GET", "/jobs/"+id, "", &j); j.State == state {
			return j
		}
	}
	t.Fatalf("job %+v, want %s", j, state)
	return j
}

// TestJobsSurviveAKilledServer kills a server during a job. The next server must accept the
// same token, offer to resume the job, and run the job that was waiting.
func TestJobsSurviveAKilledServer(t *testing.T) {
	db := t.TempDir()
	sheet, err := os.ReadFile("../../games/gdl/testdata/wythoff.kif")
	if err != nil {
		t.Fatal(err)
	}
	first := startServer(t, db, "--solve")
	var checked jobs.Checked
	first.send(t, "POST", "/sheets?name=wythoff", string(sheet), &checked)
	for i, game := range []string{"tictactoe", "connect4:size=5x5", checked.Game} {
		var j jobs.Job
		first.send(t, "POST", "/jobs", fmt.Sprintf(`{"game": %q}`, game), &j)
		if i == 0 {
			first.until(t, j.ID, jobs.Done)
		}
	}
	first.until(t, "2", jobs.Working)
	first.kill()

	next := startServer(t, db, "--solve")
	if next.Token != first.Token || next.Token == "" {
		t.Errorf("token %q, want %q", next.Token, first.Token)
	}
	for _, name := range []string{"", "token"} {
		if info, err := os.Stat(filepath.Join(db, ".serve", name)); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%q: others have access: %v %v", name, info, err)
		}
	}
	next.until(t, "3", jobs.Done)
	if j := next.until(t, "2", jobs.Paused); !strings.Contains(j.Why, "resume to continue") {
		t.Errorf("reason %q", j.Why)
	}
	if j := next.until(t, "1", jobs.Done); j.Game != "tictactoe" || j.Method != "table" {
		t.Errorf("the finished job: %+v", j)
	}
	var j jobs.Job
	next.send(t, "POST", "/jobs/2/resume", "", &j)
	next.until(t, "2", jobs.Working)
	next.send(t, "POST", "/jobs/2/cancel", "", &j)
	next.until(t, "2", jobs.Cancelled)
	next.send(t, "POST", "/jobs", `{"game": "nim:piles=1"}`, &j)
	if j.ID != "4" {
		t.Errorf("the next job has the ID %s", j.ID)
	}
}

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
	server := startServer(t, db)
	// ask returns the status, the body and the position after the first move.
	ask := func(table, position string) (status int, text, next string) {
		t.Helper()
		answer, err := http.Get(server.URL + "api/" + table + "/position?p=" + url.QueryEscape(position))
		if err != nil {
			t.Fatalf("the server is gone: %v: %v: %.500s", err, server.cmd.Wait(), &server.told)
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
