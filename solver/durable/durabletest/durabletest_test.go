package durabletest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/solver/durable"
)

// TestCrashesOfFilesThatAreNotSynced lists the possible states after one file
// is written and another is removed.
func TestCrashesOfFilesThatAreNotSynced(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(os.WriteFile(path("old"), []byte("o"), 0o666))
	trace := Record(t, dir, func() {
		must(os.WriteFile(path("new"), []byte("abcd"), 0o666))
		must(os.Remove(path("old")))
		must(durable.SyncDir(dir))
		must(os.Remove(path("new")))
	})
	var got []string
	for c := range trace.Crashes() {
		list := "after " + strings.Join(c.Synced, ",") + ":"
		for _, name := range []string{"new", "old"} {
			if text, ok := c.files[name]; ok {
				list += " " + name + "=" + strings.ReplaceAll(text, "\x00", "0")
			}
		}
		got = append(got, list)
	}
	want := []string{
		"after : new=abcd", "after : new=", "after : new=ab", "after : new=0000",
		"after : old=o",
		"after : new=abcd old=o", "after : new= old=o",
		"after :",
		"after .:", "after .: new=",
	}
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}
