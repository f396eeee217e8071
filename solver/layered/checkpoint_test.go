package layered

import (
	"fmt"
	"math/big"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// someCheckpoint returns a checkpoint in which all fields are set.
func someCheckpoint() *snapshot {
	third, rest := big.NewRat(1, 3), big.NewRat(-299, 3)
	return &snapshot{
		Sizes: []int64{1, 0, 7}, Ended: []job.LayerStats{{}, {Terminals: 3}, {Values: map[string]int64{"1": 2}}}, Counted: true, Plies: []job.PlyStats{{States: 1, Terminals: 2, RawStates: 3, RawTerminals: 4}}, Raw: 9, Next: -1,
		Stats: []job.LayerStats{
			{}, {Values: map[string]int64{}, Remoteness: map[int]int64{}},
			{
				States: 7, Terminals: 6, RawStates: 8, RawTerminals: 9, Moves: 10, Choices: 11, OnlyMoves: 12, MoverWins: 13,
				Values: map[string]int64{"1/3": 7}, Remoteness: map[int]int64{0: 6, 65535: 1},
				Longest: []uint64{1<<64 - 1, 1<<53 + 1}, Critical: []uint64{3}, CriticalMoves: 14,
			},
		},
		Digest: 1<<64 - 1,
		List: []value.Outcome{value.TerminalOutcome(games.Payoff{-32768, 32767}, 2), {
			Payoff: value.Payoffs{third, rest}, Security: value.Payoffs{third, rest},
			Pure: games.Payoff{1, 2}, Joint: games.Payoff{3, 4}, Remoteness: -1,
		}},
		Start: 1<<32 - 1, Usage: checkpoint.Usage{Elapsed: time.Minute, Peak: 1 << 40},
	}
}

func equalCheckpoints(a, b *snapshot) string {
	return cmp.Diff(a, b, cmp.Comparer(func(x, y *big.Rat) bool { return x == y || x != nil && y != nil && x.Cmp(y) == 0 }))
}

func TestCheckpoint(t *testing.T) {
	work := t.TempDir()
	if c, err := readCheckpoint(work); c != nil || err != nil {
		t.Errorf("no checkpoint: %v, %v", c, err)
	}
	want := someCheckpoint()
	for range 2 {
		if err := want.write(work); err != nil {
			t.Fatal(err)
		}
		got, err := readCheckpoint(work)
		if err != nil || got == nil {
			t.Fatal(got, err)
		}
		if diff := equalCheckpoints(want, got); diff != "" {
			t.Errorf("written - read +:\n%s", diff)
		}
	}
	if err := want.write(work + "/none"); err == nil {
		t.Error("a checkpoint in a directory that is not there")
	}
}

// TestCheckpointDamaged tests every truncation and every flipped bit.
func TestCheckpointDamaged(t *testing.T) {
	work := t.TempDir()
	if err := (&snapshot{Sizes: []int64{1}, Stats: make([]job.LayerStats, 1), Ended: make([]job.LayerStats, 1), List: []value.Outcome{value.TerminalOutcome(games.Payoff{1, 2}, 2)}}).write(work); err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(checkpointPath(work))
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, at int, changed []byte) {
		t.Helper()
		if err := os.WriteFile(checkpointPath(work), changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := readCheckpoint(work); c != nil || err != nil {
			t.Fatalf("%s %d: taken for whole (%v, %v)", what, at, c, err)
		}
	}
	for n := range body {
		try("cut to", n, body[:n])
	}
	for bit := range 8 * len(body) {
		changed := slices.Clone(body)
		changed[bit/8] ^= 1 << (bit % 8)
		try("bit", bit, changed)
	}
	for _, text := range []string{
		"", "null", "{", "{}", `{"Sizes":[1],"Next":0}`, `{"Sizes":[1],"Stats":[{}],"Ended":[{}],"Next":1}`, `{"Sizes":[1],"Stats":[{}],"Ended":[{}],"Next":-2}`,
		`{"Sizes":[1],"Stats":[{}],"Ended":[{}],"List":[{"Payoff":["1","2"]}]}`, `{"List":[{"Payoff":["x","y"]}]}`, `{"Sizes":"no"}`,
	} {
		try(text, 0, fmt.Appendf(nil, "%016x\n%s", xxhash.Sum64String(text), text))
	}
}

func FuzzReadCheckpoint(f *testing.F) {
	f.Add([]byte(`{"Sizes":[1],"Stats":[{}],"Ended":[{}],"Next":0}`), true)
	f.Add([]byte(`{"Sizes":[1],"Stats":[{}],"Ended":[{}],"List":[{"Payoff":["1/3","2"],"Security":["1","1"]}]}`), true)
	f.Add([]byte("0123456789abcdef\n{}"), false)
	f.Fuzz(func(t *testing.T, text []byte, sign bool) {
		work := t.TempDir()
		if sign {
			text = fmt.Appendf(nil, "%016x\n%s", xxhash.Sum64(text), text)
		}
		if err := os.WriteFile(checkpointPath(work), text, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := readCheckpoint(work)
		if err != nil {
			t.Fatal(err)
		}
		if c == nil {
			return
		}
		if err := c.write(work); err != nil {
			t.Fatal(err)
		}
		again, err := readCheckpoint(work)
		if err != nil || again == nil {
			t.Fatal(again, err)
		}
	})
}
