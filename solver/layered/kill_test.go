package layered

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// folderStore is a job.Store that writes one file per Put. It writes the file
// under a temporary name and renames it, so that a kill leaves no incomplete
// file.
type folderStore[S games.State] string

func (f folderStore[S]) Put(layer int, states []S, values []value.Value) error {
	first := new(strings.Builder)
	for _, w := range games.Bits(&states[0]) {
		fmt.Fprintf(first, "%016x", w)
	}
	path := filepath.Join(string(f), fmt.Sprintf("%d-%s", layer, first))
	temp := fmt.Sprintf("%s-%d.tmp", path, os.Getpid())
	body := slices.Concat(runs.BytesOf(states), runs.BytesOf(values))
	if err := os.WriteFile(temp, body, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

func (f folderStore[S]) Sync() error { return nil }

// read reads all blocks into memory.
func (f folderStore[S]) read() (*solvertest.MemoryStore[S], error) {
	m := &solvertest.MemoryStore[S]{}
	entries, err := os.ReadDir(string(f))
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".tmp") {
			continue
		}
		body, err := os.ReadFile(filepath.Join(string(f), e.Name()))
		if err != nil {
			return nil, err
		}
		n := len(body) / (8*games.Words[S]() + 4)
		states, values := make([]S, n), make([]value.Value, n)
		copy(runs.BytesOf(states), body)
		copy(runs.BytesOf(values), body[len(runs.BytesOf(states)):])
		layer := 0
		if _, err := fmt.Sscanf(e.Name(), "%d-", &layer); err != nil {
			return nil, err
		}
		if err := m.Put(layer, states, values); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// killVariable is the environment variable that makes this test binary solve a
// game in the directory it names. TestKilled kills such processes.
const killVariable = "ZERMELO_TEST_KILL"

// killedGame returns a game that takes long enough to be killed before it is
// solved.
func killedGame(t testing.TB) games.Game[uint64] {
	return solvertest.Open(t, "tron:size=5x5").(games.Game[uint64])
}

// TestKillHelper is not a test. It is the process that TestKilled kills.
func TestKillHelper(t *testing.T) {
	dir := os.Getenv(killVariable)
	if dir == "" {
		t.Skip("only TestKilled runs this")
	}
	g := killedGame(t)
	p := smallPlan(1)
	p.Chunk, p.Buffer, p.Piece, p.CheckpointInterval = 500, 3000, 1000, -1
	store := folderStore[uint64](filepath.Join(dir, "store"))
	solution, err := solvePlanned(t.Context(), setup[uint64]{g, g.(games.Layered[uint64]), filepath.Join(dir, "work"), p, new(job.Progress)}, store)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("digest %016x\n", solution.Digest)
}

// TestKilled kills processes that solve a game, at random moments. Each process
// resumes from the files of the previous one.
func TestKilled(t *testing.T) {
	program, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	rounds, kills := 3, 6
	if testing.Short() {
		rounds = 1
	}
	g := killedGame(t)
	want, stored := solveBy(t, g, defaultPlan[uint64](t, g))
	killed := map[job.Phase]int{}
	for round := range rounds {
		dir := t.TempDir()
		for _, name := range []string{"work", "store"} {
			if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		work := filepath.Join(dir, "work")
		child := func() *exec.Cmd {
			cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestKillHelper$")
			cmd.Env = append(os.Environ(), killVariable+"="+dir)
			return cmd
		}
		for try := range kills {
			cmd := child()
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			// Let each process run a little longer than the previous one.
			for range 200 {
				if entries, _ := os.ReadDir(work); len(entries) > try {
					break
				}
				time.Sleep(time.Millisecond)
			}
			time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
			cmd.Process.Kill()
			var exit *exec.ExitError
			if errors.As(cmd.Wait(), &exit) {
				phase := job.Enumerating
				if saved, err := readCheckpoint(work); err != nil {
					t.Fatal(err)
				} else if saved != nil {
					phase = job.Solving
				}
				killed[phase]++
			}
		}
		out, err := child().Output()
		if err != nil {
			t.Fatalf("round %d: %v\n%s", round, err, out)
		}
		if text := fmt.Sprintf("digest %016x\n", want.Digest); !bytes.Contains(out, []byte(text)) {
			t.Fatalf("round %d: want %s, the output is\n%s", round, text, out)
		}
		got, err := folderStore[uint64](filepath.Join(dir, "store")).read()
		if err != nil {
			t.Fatal(err)
		}
		if err := sameContent(stored, got); err != nil {
			t.Fatalf("round %d: %v", round, err)
		}
		for _, pattern := range []string{"spill-*", "*.tmp", "*.work"} {
			if left, _ := filepath.Glob(filepath.Join(work, pattern)); len(left) > 0 {
				t.Errorf("round %d: left over: %v", round, left)
			}
		}
	}
	t.Logf("killed while enumerating %d times, while solving %d times", killed[job.Enumerating], killed[job.Solving])
	if killed[job.Enumerating]+killed[job.Solving] == 0 {
		t.Error("nothing was killed")
	}
}
