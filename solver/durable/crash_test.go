package durable_test

import (
	"os"
	"path/filepath"
	"testing"

	"zermelo/solver/durable"
	"zermelo/solver/durable/durabletest"
)

// restore writes the files of a crash to a new directory and returns the
// contents of the named files.
func restore(t *testing.T, c *durabletest.Crash, names ...string) (texts []string) {
	t.Helper()
	dir := t.TempDir()
	if err := c.Restore(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			text = []byte("missing")
		}
		texts = append(texts, string(text))
	}
	return texts
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestCrashInWriteFileLeavesTheOldFileOrTheNew(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "old")
	trace := durabletest.Record(t, dir, func() {
		if err := durable.WriteFile(filepath.Join(dir, "file"), []byte("new contents")); err != nil {
			t.Fatal(err)
		}
	})
	found := map[string]int{}
	for c := range trace.Crashes() {
		text := restore(t, c, "file")[0]
		found[text]++
		if text != "new contents" && (text != "old" || c.Ended) {
			t.Errorf("%v: the file has %q", c, text)
		}
	}
	if found["old"] == 0 || found["new contents"] == 0 {
		t.Errorf("found %v, want both", found)
	}
}

func TestCrashInRenameLeavesTheOldNameOrTheNew(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "from", "file"), "text")
	write(t, filepath.Join(dir, "to", "other"), "")
	trace := durabletest.Record(t, dir, func() {
		if err := durable.Rename(filepath.Join(dir, "from", "file"), filepath.Join(dir, "to", "file")); err != nil {
			t.Fatal(err)
		}
	})
	for c := range trace.Crashes() {
		texts := restore(t, c, "from/file", "to/file")
		if texts[0] != "text" && texts[1] != "text" || c.Ended && (texts[0] != "missing" || texts[1] != "text") {
			t.Errorf("%v: the files have %q", c, texts)
		}
	}
}

func TestCrashAfterMkdirAllLeavesTheFolders(t *testing.T) {
	dir := t.TempDir()
	trace := durabletest.Record(t, dir, func() {
		for range 2 {
			if err := durable.MkdirAll(filepath.Join(dir, "a", "b", "c")); err != nil {
				t.Fatal(err)
			}
		}
	})
	for c := range trace.Crashes() {
		if c.Ended && !c.Has(filepath.Join("a", "b", "c")) {
			t.Errorf("%v: a folder is missing", c)
		}
	}
	write(t, filepath.Join(dir, "file"), "")
	for _, path := range []string{"file", "file/below"} {
		if err := durable.MkdirAll(filepath.Join(dir, path)); err == nil {
			t.Errorf("%s: created in place of a file", path)
		}
	}
}
