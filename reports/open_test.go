package reports

import (
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/tablebase"
)

// store solves a game into a table.
func store[S games.State](t *testing.T, db string, g games.Game[S]) {
	t.Helper()
	b, err := tablebase.Create(db, g, tablebase.Options{})
	if err != nil {
		t.Fatal(err)
	}
	solution, err := solver.Solve(t.Context(), g, b.WorkDir(), b, job.Options{Workers: 2, Memory: job.MinMemory})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(solution); err != nil {
		t.Fatal(err)
	}
}

// TestOpen compares all that a table says of every position, its images by
// symmetry included, with the referee.
func TestOpen(t *testing.T) {
	for _, spec := range []string{"tron:size=3x5,turns=simultaneous", "breakthrough:size=3x3,rows=1,captures=diagonal", "skirmish:inner=3,steps=5,respawn=captured", "coordination:rounds=3"} {
		t.Run(spec, func(t *testing.T) {
			v := variant(t, spec)
			if _, err := Open(t.TempDir(), v); !errors.Is(err, tablebase.ErrNoTable) {
				t.Fatalf("no table: %v", err)
			}
			b := storedVariant(t, v)
			referee := naiveBook(t, spec)
			walk(t, b, func(p *Position, _ []*Position) {
				want, err := referee.Look(p.Text)
				if err != nil {
					t.Fatal(err)
				}
				if p.Value.Words != want.Value.Words || len(p.Moves) != len(want.Moves) {
					t.Fatalf("%s: %s, want %s", p.Text, p.Value.Words, want.Value.Words)
				}
				for i, m := range p.Moves {
					if w := want.Moves[i]; m.Name != w.Name || m.Keeps != w.Keeps || m.Value.Words != w.Value.Words {
						t.Fatalf("%s: move %+v, want %+v", p.Text, m, w)
					}
				}
			})
			if size, err := b.Size(); err != nil || size <= 0 {
				t.Errorf("size %d, %v", size, err)
			}
			if _, err := New(b); err != nil {
				t.Error(err)
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	db, v := t.TempDir(), variant(t, "breakthrough:size=3x4,rows=1")
	store(t, db, v.(games.Game[uint64]))
	b, err := Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var input *games.InputError
	if p, err := b.Look(".../b.b/w.w/...:w"); !errors.As(err, &input) {
		t.Errorf("a position that cannot be reached: %v, %v", p, err)
	}
}
