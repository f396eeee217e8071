package jobs

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"zermelo/games"
	_ "zermelo/games/gamestest"
)

// script is a game of one ply, with a number in it, so that files differ.
func script(n int) []byte {
	return fmt.Appendf(nil, "roles = [\"a\", \"b\"]\ntotal = 1\ndef start():\n    return \"s\"\ndef turn(s):\n    return 0\ndef moves(s):\n    return {\"go\": \"t\"} if s == \"s\" else {}\ndef payoff(s):\n    return 1\nlayers = \"count:t\" # %d\n", n)
}

// TestLeftoversOfACrashAreRemovedAndNotCounted fills the folder but for one place, beside
// what uploads have left.
func TestLeftoversOfACrashAreRemovedAndNotCounted(t *testing.T) {
	db := t.TempDir()
	dir := filepath.Join(db, folder)
	make := func(name string, age time.Duration) string {
		place := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(place, 0o755), os.Chtimes(place, time.Time{}, time.Now().Add(-age))); err != nil {
			t.Fatal(err)
		}
		return place
	}
	for i := range maxSheets - 1 {
		make(fmt.Sprintf("new%d.kif-000000", i), 2*leftover) // a sheet may have such a name
	}
	old, fresh := make("new123", 2*leftover), make("new456", 0)
	s := NewSheets(db)
	if err := s.Clean(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("what a crash has left is still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("an upload under way was removed")
	}
	for i, want := range []error{nil, ErrManySheets, nil} {
		checked, err := s.Add(t.Context(), "one.star", script(i%2))
		if !errors.Is(err, want) || err == nil && checked.Game == "" {
			t.Errorf("file %d: %+v, %v, want %v", i, checked, err, want)
		}
	}
}

// TestGameThatHasFailedIsOpenedAnew closes the game of a script, whose answers fail then.
func TestGameThatHasFailedIsOpenedAnew(t *testing.T) {
	s := NewSheets(t.TempDir())
	checked, err := s.Add(t.Context(), "one.star", script(0))
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.Open(t.Context(), checked.Game)
	if err != nil {
		t.Fatal(err)
	}
	if err := v.(io.Closer).Close(); err != nil || games.Failure(v) == nil {
		t.Fatal(err, "the game goes on")
	}
	if again, err := s.Open(t.Context(), checked.Game); err != nil || again == nil || games.Failure(again) != nil {
		t.Errorf("%v is not opened anew", again)
	}
}
