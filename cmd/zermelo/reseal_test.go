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

// reseal implements "reseal FILE FIELD VALUE". It changes a field of a table's seal and
// updates the checksum.
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
		ts.Fatalf("%s: got %d fields %q, want 1", path, n, field)
	}
	text = pattern.ReplaceAll(text, []byte(`"`+field+`":`+value))
	ts.Check(os.WriteFile(path, fmt.Appendf(text, "\n%016x\n", xxhash.Sum64(text)), 0o666))
}

// condition evaluates conditions of scripts. "sheets" is true if the shared rule sheets
// exist; "namespaces" is true if a process can create a mount namespace.
func condition(name string) (bool, error) {
	if name == "sheets" {
		_, err := os.Stat(sharedSheets)
		return err == nil, nil
	}
	if name == "mcp-client" {
		return os.Getenv("MCP_CLIENT") != "", nil
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
