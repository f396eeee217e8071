package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"

	"github.com/cespare/xxhash/v2"
	"github.com/rogpeppe/go-internal/testscript"
)

// reseal is "reseal FILE FIELD VALUE": it changes one field of a table's seal
// and gives it a valid checksum, so that the file is as another program would
// have written it.
func reseal(ts *testscript.TestScript, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: reseal FILE FIELD VALUE")
	}
	path, field, value := ts.MkAbs(args[0]), args[1], args[2]
	data, err := os.ReadFile(path)
	ts.Check(err)
	text, _, _ := bytes.Cut(data, []byte("\n"))
	pattern := regexp.MustCompile(`"` + field + `":("[^"]*"|[0-9]+)`)
	if n := len(pattern.FindAll(text, -1)); n != 1 {
		ts.Fatalf("%s has the field %q %d times, want once", path, field, n)
	}
	text = pattern.ReplaceAll(text, []byte(`"`+field+`":`+value))
	ts.Check(os.WriteFile(path, fmt.Appendf(text, "\n%016x\n", xxhash.Sum64(text)), 0o666))
}

// condition evaluates the conditions that scripts have beside testscript's
// own: "namespaces" is whether a process can mount file systems for itself.
func condition(name string) (bool, error) {
	if name == "sheets" {
		_, err := os.Stat(sharedSheets)
		return err == nil, nil
	}
	if name != "namespaces" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	dir, err := os.MkdirTemp("", "zermelo")
	if err != nil {
		return false, err
	}
	defer os.Remove(dir)
	return exec.Command("unshare", "-rm", "mount", "-t", "tmpfs", "none", dir).Run() == nil, nil
}
