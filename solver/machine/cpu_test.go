//go:build linux

package machine

import (
	"os/exec"
	"testing"
	"time"
)

// TestTreeCPUTimeIncludesChildren runs a child that computes, before and after it exits.
func TestTreeCPUTimeIncludesChildren(t *testing.T) {
	before := TreeCPUTime()
	child := exec.Command("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read line")
	in, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Skip(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Fatal(err)
	}
	running := TreeCPUTime() - before
	in.Close()
	_ = child.Wait() // read fails at the end of the input
	exited := TreeCPUTime() - before
	const least = 20 * time.Millisecond
	if running < least || exited < running-least {
		t.Errorf("%v while the child runs and %v after it exits; want at least %v and about the same", running, exited, least)
	}
}

func BenchmarkTreeCPUTime(b *testing.B) {
	for b.Loop() {
		TreeCPUTime()
	}
}
