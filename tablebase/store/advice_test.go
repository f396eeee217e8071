package store

import (
	"errors"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

func TestAdvised(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string // what is added
	}{
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, "; name a folder that you may use with --db DIR"},
		{&fs.PathError{Op: "mkdir", Path: "x", Err: syscall.EROFS}, "; name a folder that you may use with --db DIR"},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, "; what is stored is safe: make room and run the same command again to resume"},
		{errors.New("anything else"), ""},
	} {
		got := Advised(test.err)
		if !errors.Is(got, test.err) || got.Error() != test.err.Error()+test.want {
			t.Errorf("%v becomes %q, want %q added", test.err, strings.TrimPrefix(got.Error(), test.err.Error()), test.want)
		}
	}
	if Advised(nil) != nil {
		t.Error("an error from nothing")
	}
}
