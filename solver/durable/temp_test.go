package durable

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// TestMain runs the tests. If an environment variable names a directory,
// TestMain instead creates a temporary file and directory there and exits
// without cleaning up, like a killed process.
func TestMain(m *testing.M) {
	if dir := os.Getenv("DURABLE_TEST_DIR"); dir != "" {
		_, err := CreateTemp(dir, "out")
		if err == nil {
			_, _, err = MkdirTemp(dir, "site")
		}
		if err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// TestNextTempRemovesWhatAnEndedProcessHasLeft starts a process that leaves a
// temporary file and directory. Files in use and files of other programs must
// not be removed.
func TestNextTempRemovesWhatAnEndedProcessHasLeft(t *testing.T) {
	dir := t.TempDir()
	others := []string{".out.12", ".out.swp", ".out.zermelo-x", "out", "out.zermelo-1"}
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		used, err := CreateTemp(dir, "out")
		if err != nil {
			t.Fatal(err)
		}
		path, lock, err := MkdirTemp(dir, "site")
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "DURABLE_TEST_DIR="+dir)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if n := len(names(t, dir)); n != len(others)+4 {
			t.Fatalf("%d names after the process has ended: %q", n, names(t, dir))
		}
		next, err := CreateTemp(dir, "other")
		if err != nil {
			t.Fatal(err)
		}
		want := append(slices.Clone(others), filepath.Base(used.Name()), filepath.Base(path), filepath.Base(next.Name()))
		slices.Sort(want)
		if got := names(t, dir); !slices.Equal(got, want) {
			t.Errorf("left: %q\nwant: %q", got, want)
		}
		for _, f := range []*os.File{used, lock, next} {
			f.Close()
		}
	}
}

// TestConcurrentTempsAreNotRemoved creates and renames files in one directory
// from several goroutines.
func TestConcurrentTempsAreNotRemoved(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	failed := make(chan error)
	const workers, each = 4, 50
	for worker := range workers {
		go func() {
			var err error
			for i := 0; i < each && err == nil; i++ {
				var f *os.File
				if f, err = CreateTemp(dir, "out"); err == nil {
					err = os.Rename(f.Name(), filepath.Join(dir, string(rune('a'+worker))))
					f.Close()
				}
			}
			failed <- err
		}()
	}
	for range workers {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if got := names(t, dir); len(got) != workers {
		t.Errorf("left: %q", got)
	}
}
