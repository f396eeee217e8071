package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// mutation is a change to one file that the tests must detect.
type mutation struct {
	title    string
	file     string   // relative to the root of the module
	test     []string // arguments of go test
	old, new string   // complete lines; old must occur once in the file
}

// parse reads a list of mutations. An entry has the form
//
//	# what the change breaks
//	file: solver/a.go
//	test: ./solver/...
//	 	a line before
//	-	the line as it is
//	+	the line as it becomes
//
// The lines after "test:" are in the format of a unified diff. Blank lines separate
// entries. Lines that begin with // are comments.
func parse(text string) ([]mutation, error) {
	var list []mutation
	open := false // the last element of list is not complete
	for n, line := range strings.Split(text, "\n") {
		if line == "" {
			open = false
			continue
		}
		if strings.HasPrefix(line, "//") {
			continue
		}
		if !open {
			list = append(list, mutation{})
			open = true
		}
		if err := list[len(list)-1].add(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	for _, m := range list {
		if m.title == "" || m.file == "" || len(m.test) == 0 || m.old == "" || m.old == m.new {
			return nil, fmt.Errorf("entry %q: missing title, file, tests or change", m.title)
		}
	}
	return list, nil
}

func (m *mutation) add(line string) error {
	key, value, _ := strings.Cut(line, ": ")
	switch {
	case strings.HasPrefix(line, "# "):
		m.title = line[2:]
	case key == "file":
		m.file = value
	case key == "test":
		m.test = strings.Fields(value)
	case line[0] == ' ':
		m.old += line[1:] + "\n"
		m.new += line[1:] + "\n"
	case line[0] == '-':
		m.old += line[1:] + "\n"
	case line[0] == '+':
		m.new += line[1:] + "\n"
	default:
		return fmt.Errorf("%q is not a valid line of an entry", line)
	}
	return nil
}

func (m *mutation) apply(source string) (string, error) {
	source = "\n" + source // so that old can begin at the first line
	switch n := strings.Count(source, "\n"+m.old); n {
	case 0:
		return "", fmt.Errorf("%s: the lines to change were not found; update the entry", m.file)
	case 1:
		return strings.Replace(source, "\n"+m.old, "\n"+m.new, 1)[1:], nil
	default:
		return "", fmt.Errorf("%s: the lines to change occur %d times; add surrounding lines to the entry", m.file, n)
	}
}

// check runs m's tests in the module at root, with m applied. It returns a
// description of the result and reports whether the tests failed.
func (m *mutation) check(ctx context.Context, root string) (verdict string, ok bool) {
	source, err := os.ReadFile(filepath.Join(root, m.file))
	if err != nil {
		return err.Error(), false
	}
	changed, err := m.apply(string(source))
	if err != nil {
		return err.Error(), false
	}
	dir, err := os.MkdirTemp("", "mutate-")
	if err != nil {
		return err.Error(), false
	}
	defer os.RemoveAll(dir)
	overlay, err := overlayOf(dir, filepath.Join(root, m.file), changed)
	if err != nil {
		return err.Error(), false
	}
	if out, err := goCommand(ctx, root, overlay, "build", "./"+path.Dir(m.file)); err != nil {
		return fmt.Sprintf("does not compile: %v\n%s", err, out), false
	}
	out, err := goCommand(ctx, root, overlay, append([]string{"test", "-vet=off", "-timeout=5m"}, m.test...)...)
	switch {
	case err == nil:
		return "NOT NOTICED by go test " + strings.Join(m.test, " "), false
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		return fmt.Sprintf("tests do not compile:\n%s", out), false
	}
	return "noticed by " + failures(out), true
}

// overlayOf writes to dir an overlay that replaces the contents of file with source.
// It returns the path of the overlay.
func overlayOf(dir, file, source string) (string, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(dir, filepath.Base(file)), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		return "", err
	}
	if err := os.WriteFile(changed, []byte(source), 0o666); err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, text, 0o666)
}

// goCommand runs the go command with an overlay and returns its output. The overlay
// also applies to any go command that the tests run.
func goCommand(ctx context.Context, root, overlay string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -overlay="+overlay)
	return cmd.CombinedOutput()
}

var failure = regexp.MustCompile(`(?m)^--- FAIL: (\S+)|^panic: (test timed out)`)

func failures(out []byte) string {
	var names []string
	for _, found := range failure.FindAllSubmatch(out, -1) {
		if name := string(found[1]) + string(found[2]); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "the exit of a process"
	}
	return strings.Join(names, ", ")
}
