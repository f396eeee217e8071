package docs_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckerInPythonFollowsProofs checks proofs by a program with rules of its own.
func TestCheckerInPythonFollowsProofs(t *testing.T) {
	for _, game := range []string{"breakthrough:size=3x5", "breakthrough:size=4x4,captures=diagonal"} {
		if said, err := checkInPython(t, proofOf(t, game)); err != nil || !strings.Contains(said, "wins, whatever is played") {
			t.Errorf("%s: %s, %v", game, said, err)
		}
	}
}

// TestCheckerInPythonRefusesWrongProofs breaks a proof in one line.
func TestCheckerInPythonRefusesWrongProofs(t *testing.T) {
	good := strings.Split(strings.TrimSpace(proofOf(t, "breakthrough:size=3x5")), "\n")
	for _, c := range []struct {
		line       int
		text, said string
	}{
		{3, "claim black 100", "the move is None"},
		{4, "bbb/bbb/.../www/www:w a2-b3", "wrong: "},
		{4, "bbb/bbb/.../www/www:w a2-a4", "legal are a2-a3, a2-b3"},
		{len(good) - 1, "end 7", "not all of it"},
	} {
		broken := append([]string{}, good...)
		broken[c.line] = c.text
		if said, err := checkInPython(t, strings.Join(broken, "\n")+"\n"); err == nil || !strings.Contains(said, c.said) {
			t.Errorf("line %q in place of %q: %q, %v; want %q", c.text, good[c.line], said, err, c.said)
		}
	}
}

// proofOf is the proof of a game as text.
func proofOf(t *testing.T, game string) string {
	t.Helper()
	t.Setenv("ZERMELO_DB", t.TempDir())
	zermelo(t, []string{"solve", game, "--method", "pns"})
	return zermelo(t, []string{"export", game, "--proof", "-o", "-"})
}

// checkInPython is what the checker of the examples says of a proof, and its error.
func checkInPython(t *testing.T, proof string) (string, error) {
	t.Helper()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3, which runs the checker of the examples")
	}
	path := filepath.Join(t.TempDir(), "proof.txt")
	if err := os.WriteFile(path, []byte(proof), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), python, "examples/proof/breakthrough.py", path).CombinedOutput()
	return string(out), err
}
