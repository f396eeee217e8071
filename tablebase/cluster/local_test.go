package cluster

import (
	"io"
	"testing"
)

func TestLocalCopiesAreOptional(t *testing.T) {
	l := &localObjects{Dir: t.TempDir()}
	for _, name := range []string{"complete", "unwritable", "not stored"} {
		c := l.create()
		if name == "unwritable" {
			c.file.Close()
		}
		if n, err := c.Write([]byte("0123456789")); n != 10 || err != nil {
			t.Errorf("%s: Write returned %d, %v, want 10 bytes", name, n, err)
		}
		l.add(name, c, name != "not stored")
	}
	for _, name := range []string{"unwritable", "not stored", "unknown"} {
		if body := l.open(name, 0, 1); body != nil {
			t.Errorf("there is a copy of object %q", name)
		}
	}
	body := l.open("complete", 2, 3)
	if body == nil {
		t.Fatal("there is no copy of the complete object")
	}
	defer body.Close()
	if data, err := io.ReadAll(body); err != nil || string(data) != "234" {
		t.Errorf("read %q (%v), want 234", data, err)
	}
	l.clear()
	if l.open("complete", 0, 1) != nil {
		t.Error("a copy is left after clear")
	}
}
