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

// These environment variables make this test binary solve a killCase in a directory.
// TestKilled kills such processes.
const (
	killVariable     = "ZERMELO_TEST_KILL"
	killCaseVariable = "ZERMELO_TEST_KILL_CASE"
)

// A killCase is a solve that takes long enough to be killed before it ends.
type killCase struct {
	game  func(t testing.TB, pause time.Duration) games.Game[uint64]
	run   int           // maximum time of a process in milliseconds
	pause time.Duration // before each call to Expand
	small int64         // Plan.SmallLayers
	every time.Duration // Plan.CheckpointInterval
}

var killCases = map[string]killCase{
	"large": {game: func(t testing.TB, _ time.Duration) games.Game[uint64] { return killedGame(t) }, run: 60, every: -1},
	"small": {game: func(t testing.TB, pause time.Duration) games.Game[uint64] {
		g := solvertest.Open(t, "nim:piles=20+20+20").(games.Game[uint64])
		return solvertest.Hook(g, func(int64) { time.Sleep(pause) })
	}, run: 120, pause: time.Millisecond, small: 1 << 14, every: 20 * time.Millisecond},
}

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
	c := killCases[os.Getenv(killCaseVariable)]
	g := c.game(t, c.pause)
	p := smallPlan(1)
	p.Chunk, p.Buffer, p.Piece, p.SmallLayers, p.CheckpointInterval = 500, 3000, 1000, c.small, c.every
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
	for name, c := range killCases {
		t.Run(name, func(t *testing.T) { testKilled(t, name, c) })
	}
}

func testKilled(t *testing.T, name string, c killCase) {
	program, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	rounds, kills := 3, 6
	if testing.Short() {
		rounds = 1
	}
	g := c.game(t, 0)
	want, stored := solveBy(t, g, defaultPlan[uint64](t, g))
	killed := map[job.Phase]int{}
	shared := 0 // layers that share a file with an earlier layer, after each kill
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
			cmd.Env = append(os.Environ(), killVariable+"="+dir, killCaseVariable+"="+name)
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
			time.Sleep(time.Duration(rand.IntN(c.run)) * time.Millisecond)
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
			files, err := filepath.Glob(filepath.Join(work, "*.layers"))
			if err != nil {
				t.Fatal(err)
			}
			shared += max(0, len(AppendSizes(work, nil))-len(files))
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
	t.Logf("killed while enumerating %d times, while solving %d times; %d layers shared files", killed[job.Enumerating], killed[job.Solving], shared)
	if killed[job.Enumerating]+killed[job.Solving] == 0 {
		t.Error("nothing was killed")
	}
	if (shared > 0) != (c.small > 0) {
		t.Errorf("%d layers share a file with an earlier one", shared)
	}
}
