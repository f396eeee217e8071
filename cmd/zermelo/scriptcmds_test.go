package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"zermelo/tablebase/cluster/clustertest"
)

// scriptCommands returns the additional commands of scripts.
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	commands := map[string]func(*testscript.TestScript, []string){
		"exits": exits, "keep-digest": keepDigest, "await": await, "flip": flip, "halve": halve,
		"reseal": reseal, "nats": startNATS,
	}
	all := map[string]func(*testscript.TestScript, bool, []string){}
	for name, run := range commands {
		all[name] = func(ts *testscript.TestScript, neg bool, args []string) {
			if neg {
				ts.Fatalf("%s cannot be negated", name)
			}
			run(ts, args)
		}
	}
	return all
}

// startNATS implements "nats". It starts a NATS server, which stops at the end of the
// script, and sets the environment variable NATS to its URL.
func startNATS(ts *testscript.TestScript, args []string) {
	if len(args) != 0 {
		ts.Fatalf("usage: nats")
	}
	url, stop, err := clustertest.Start(ts.MkAbs("nats"))
	ts.Check(err)
	ts.Defer(stop)
	ts.Setenv("NATS", url)
}

// exits implements "exits CODE program args...". It runs a program that must exit with
// CODE. Like exec, it records the output for stdout and stderr.
func exits(ts *testscript.TestScript, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits CODE program args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	got := 0
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// keepDigest implements "keep-digest FILE". It writes the digest printed by the last
// command to FILE.
func keepDigest(ts *testscript.TestScript, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: keep-digest FILE")
	}
	found := regexp.MustCompile(`digest +([0-9a-f]{16})`).FindStringSubmatch(ts.ReadFile("stdout"))
	if found == nil {
		ts.Fatalf("no digest was printed")
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(found[1]), 0o666))
}

// await implements "await FILE [PATTERN]". It waits until FILE exists and has a line
// that matches PATTERN.
func await(ts *testscript.TestScript, args []string) {
	if len(args) != 1 && len(args) != 2 {
		ts.Fatalf("usage: await FILE [PATTERN]")
	}
	pattern := regexp.MustCompile("(?m)" + strings.Join(args[1:], ""))
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if text, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && pattern.Match(text) {
			return
		}
	}
	ts.Fatalf("%s did not appear", strings.Join(args, " with "))
}

// flip implements "flip PATTERN". It inverts the byte in the middle of a file.
func flip(ts *testscript.TestScript, args []string) {
	path, data := only(ts, args)
	data[len(data)/2] ^= 0xff
	ts.Check(os.WriteFile(path, data, 0o666))
}

// halve implements "halve PATTERN". It truncates a file to half its size.
func halve(ts *testscript.TestScript, args []string) {
	path, data := only(ts, args)
	ts.Check(os.WriteFile(path, data[:len(data)/2], 0o666))
}

// only reads the single file that matches a pattern.
func only(ts *testscript.TestScript, args []string) (path string, data []byte) {
	if len(args) != 1 {
		ts.Fatalf("want one pattern")
	}
	paths, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(paths) != 1 {
		ts.Fatalf("%s matches %q, want one file", args[0], paths)
	}
	data, err = os.ReadFile(paths[0])
	ts.Check(err)
	return paths[0], data
}
