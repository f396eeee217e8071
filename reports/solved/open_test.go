package solved_test

import (
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

// TestOpen compares every position of a table, including symmetric images, with a naive solver.
func TestOpen(t *testing.T) {
	for _, spec := range []string{"tron:size=3x5,turns=simultaneous", "breakthrough:size=3x3,rows=1,captures=diagonal", "skirmish:inner=3,steps=5,respawn=captured", "coordination:rounds=3"} {
		t.Run(spec, func(t *testing.T) {
			v := reportstest.Variant(t, spec)
			if _, err := solved.Open(t.TempDir(), v); !errors.Is(err, store.ErrNoTable) {
				t.Fatalf("no table: %v", err)
			}
			b := reportstest.StoredVariant(t, v)
			naive := reportstest.NaiveGame(t, spec)
			walk(t, b, func(p *solved.Position, _ []*solved.Position) {
				want, err := naive.Position(p.Text)
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
			if _, err := model.New(b); err != nil {
				t.Error(err)
			}
			if err := b.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestUnreachable(t *testing.T) {
	db, v := t.TempDir(), reportstest.Variant(t, "breakthrough:size=3x4,rows=1")
	reportstest.Store(t, db, v)
	b, err := solved.Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var input *games.InputError
	if p, err := b.Position(".../b.b/w.w/...:w"); !errors.As(err, &input) {
		t.Errorf("a position that cannot be reached: %v, %v", p, err)
	}
}
