package store

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

func TestErrorsOfTheDiskAreToldApart(t *testing.T) {
	for _, test := range []struct {
		err          error
		access, full bool
	}{
		{&fs.PathError{Op: "open", Path: "x", Err: syscall.EACCES}, true, false},
		{&fs.PathError{Op: "mkdir", Path: "x", Err: syscall.EROFS}, true, false},
		{&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}, false, true},
		{errors.New("anything else"), false, false},
	} {
		got := diskError(test.err)
		var access *AccessError
		if errors.As(got, &access) != test.access || errors.Is(got, ErrFull) != test.full || !errors.Is(got, test.err) {
			t.Errorf("%v becomes %v", test.err, got)
		}
		if again := diskError(got); again.Error() != got.Error() {
			t.Errorf("%v becomes %v", got, again)
		}
	}
	if diskError(nil) != nil {
		t.Error("an error from nothing")
	}
}
