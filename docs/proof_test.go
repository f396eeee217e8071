package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPythonCheckerAcceptsProofs checks proofs with the example program, which
// implements the rules independently.
func TestPythonCheckerAcceptsProofs(t *testing.T) {
	for _, game := range []string{"breakthrough:size=3x5", "breakthrough:size=4x4,captures=diagonal"} {
		if out, err := checkInPython(t, proofOf(t, game)); err != nil || !strings.Contains(out, "wins against every reply") {
			t.Errorf("%s: output %q, error %v", game, out, err)
		}
	}
}

// TestPythonCheckerRejectsWrongProofs checks proofs with one changed line.
func TestPythonCheckerRejectsWrongProofs(t *testing.T) {
	good := strings.Split(strings.TrimSpace(proofOf(t, "breakthrough:size=3x5")), "\n")
	for _, c := range []struct {
		line       int
		text, want string
	}{
		{3, "claim black 100", "the move is None"},
		{4, "bbb/bbb/.../www/www:w a2-b3", "wrong: "},
		{4, "bbb/bbb/.../www/www:w a2-a4", "legal are a2-a3, a2-b3"},
		{len(good) - 1, "end 7", "not a complete proof"},
	} {
		broken := append([]string{}, good...)
		broken[c.line] = c.text
		if out, err := checkInPython(t, strings.Join(broken, "\n")+"\n"); err == nil || !strings.Contains(out, c.want) {
			t.Errorf("line %q in place of %q: output %q, error %v; want %q and an error", c.text, good[c.line], out, err, c.want)
		}
	}
}

// proofOf solves a game by search and returns its proof as text.
func proofOf(t *testing.T, game string) string {
	t.Helper()
	t.Setenv("ZERMELO_DB", t.TempDir())
	zermelo(t, []string{"solve", game, "--method", "pns"})
	return zermelo(t, []string{"export", game, "--proof", "-o", "-"})
}

// checkInPython runs the example checker on a proof and returns its output and error.
func checkInPython(t *testing.T, proof string) (string, error) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed")
	}
	path := filepath.Join(t.TempDir(), "proof.txt")
	if err := os.WriteFile(path, []byte(proof), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), python, "examples/proof/breakthrough.py", path).CombinedOutput()
	return string(out), err
}
