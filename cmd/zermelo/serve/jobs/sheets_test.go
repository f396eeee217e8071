package jobs

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"zermelo/games"
	_ "zermelo/games/gamestest"
)

// rules returns a game of one ply with the payoff n.
func rules(n int) []byte {
	return fmt.Appendf(nil, "(role a) (init s) (<= (legal a go) (true s)) (<= (next t) (true s)) (<= terminal (true t)) (goal a %d)\n", n)
}

// TestLeftoversOfACrashAreRemovedAndNotCounted leaves room for one more sheet
// and adds folders of interrupted uploads.
func TestLeftoversOfACrashAreRemovedAndNotCounted(t *testing.T) {
	db := t.TempDir()
	dir := filepath.Join(db, folder)
	make := func(name string, age time.Duration) string {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(path, 0o755), os.Chtimes(path, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for i := range maxSheets - 1 {
		make(fmt.Sprintf("new%d.kif-000000", i), 2*staleAge) // the name of a sheet may start with the prefix
	}
	old, fresh := make("new123", 2*staleAge), make("new456", 0)
	s := NewSheets(db)
	if err := s.Clean(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("leftovers of a crash were not removed")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("a running upload was removed")
	}
	for i, want := range []error{nil, ErrManySheets, nil} {
		checked, err := s.Add(t.Context(), "one.kif", rules(i%2))
		if !errors.Is(err, want) || err == nil && checked.Game == "" {
			t.Errorf("file %d: %+v, %v, want %v", i, checked, err, want)
		}
	}
}

// failed is a game whose rules have failed.
type failed struct{ games.Variant }

func (failed) Alive() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

func TestGameThatHasFailedIsOpenedAnew(t *testing.T) {
	s := NewSheets(t.TempDir())
	checked, err := s.Add(t.Context(), "one.kif", rules(0))
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.Open(t.Context(), checked.Game)
	if err != nil {
		t.Fatal(err)
	}
	s.cache(checked.Game, failed{v})
	if again, err := s.Open(t.Context(), checked.Game); err != nil || again == nil || games.Failure(again) != nil {
		t.Errorf("%v was not opened again", again)
	}
}
