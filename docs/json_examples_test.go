package docs_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"zermelo/cmd/zermelo/command"
	"zermelo/games/builtin"
	"zermelo/tablebase/cluster/clustertest"
)

// prepare starts a cluster and enters a folder with links to the source.
func (p *jsonPage) prepare() {
	root, err := filepath.Abs("..")
	if err != nil {
		p.Fatal(err)
	}
	p.Setenv("ZERMELO_DB", p.TempDir())
	p.nats, p.bucket = clustertest.NATS(p), p.TempDir()
	p.Chdir(p.TempDir())
	for _, folder := range []string{"games", "solver", "tablebase", "reports", "cmd", "docs"} {
		if err := os.Symlink(filepath.Join(root, folder), folder); err != nil {
			p.Fatal(err)
		}
	}
}

// checkCommands reports an error for each command that has no marker and prints JSON.
func (p *jsonPage) checkCommands(page string) {
	text := []string{"completion", "help", "mcp"} // print only text, or messages of another protocol
	help := zermelo(p.T, []string{"help"})
	for _, m := range regexp.MustCompile(`(?m)^  ([a-z]+)  `).FindAllStringSubmatch(help, -1) {
		found := regexp.MustCompile(`<!-- json .*: ` + m[1] + ` `).MatchString(page)
		if !found && !slices.Contains(text, m[1]) {
			p.Errorf("no marker for zermelo %s", m[1])
		}
	}
}

// example runs a command and returns its output with shortened lists. The output must
// match the type. If it differs from old, the text on the page, only in times, sizes and
// the like, example returns that.
func (p *jsonPage) example(line string, o *jsonObject, old string) string {
	if line == "" {
		return ""
	}
	_, shown, _ := strings.Cut(old, "```json\n")
	shown, _, _ = strings.Cut(shown, "```\n")
	out := shown
	if !strings.HasPrefix(line, "publish") { // which compiles the explorer; its example is from another run
		out = p.run(line)
	}
	short := ""
	dec := json.NewDecoder(strings.NewReader(out))
	dec.UseNumber()
	for n := 0; dec.More(); n++ {
		var v any
		if err := dec.Decode(&v); err != nil {
			p.Fatalf("%s: %v: %s", line, err, out)
		}
		if text := p.print(o, v, ""); n < 2 {
			short += text + "\n"
		}
	}
	if unsteady(short) == unsteady(shown) {
		short = shown
	}
	return fmt.Sprintf("\n`zermelo %s`\n\n```json\n%s```\n", withJSON(line), short)
}

// withJSON adds --json to a command, before its input.
func withJSON(line string) string {
	command, input, ok := strings.Cut(line, " < ")
	if ok {
		return command + " --json < " + input
	}
	return line + " --json"
}

// run returns what a command prints. It replaces the addresses of the page with those of
// the test.
func (p *jsonPage) run(line string) string {
	jobs, _ := filepath.Glob(p.bucket + "/nim.*")
	pairs := []string{"nats://127.0.0.1:4222", p.nats, "file:///srv/solves", "file://" + p.bucket}
	if len(jobs) == 1 {
		pairs = append(pairs, "nim.0123456789abcdef", filepath.Base(jobs[0]))
	}
	args := fields(strings.NewReplacer(pairs...).Replace(withJSON(line)))
	in := []byte("quit\n")
	if n := len(args) - 2; args[n] == "<" {
		in, _ = os.ReadFile(args[n+1])
		args = args[:n]
	}
	var out, errs bytes.Buffer
	ctx, cancel := context.WithCancel(p.Context())
	defer cancel()
	o := command.Options{Registry: builtin.Registry(), Stdin: bytes.NewReader(in), Stdout: &out, Stderr: &errs}
	if args[0] == "serve" {
		o.Stdout = writer(func(data []byte) (int, error) { defer cancel(); return out.Write(data) })
	}
	command.Run(ctx, o, append(args, "--quiet")...)
	slices.Reverse(pairs)
	pairs = append(pairs, os.Getenv("ZERMELO_DB"), "/home/me/tables")
	return strings.NewReplacer(pairs...).Replace(cmp.Or(out.String(), errs.String()))
}

type writer func([]byte) (int, error)

func (w writer) Write(data []byte) (int, error) { return w(data) }

// unsteadyFields matches spaces and the fields that differ between runs and machines.
var unsteadyFields = regexp.MustCompile(`\s+|"(\w*seconds|cpu|busy|workers|\w*memory\w*|\w*bytes\w*|read|nodes_per_second|` +
	`table_fill|created|made|objects|tasks|written|tool|url|version|go|platform|revision|date|coordinator)":\s*("[^"]*"|[^,}\]\s]*)`)

// unsteady removes spaces, commas and the fields that differ between runs.
func unsteady(text string) string {
	return strings.ReplaceAll(unsteadyFields.ReplaceAllString(text, ""), ",", "")
}

// print formats a value of type o with shortened lists. It reports an error for a field
// that o lacks, and for a missing field that is always present.
func (p *jsonPage) print(o *jsonObject, v any, indent string) string {
	var parts []string
	open, end := "[", "]"
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			parts = append(parts, p.print(o, item, indent+"  "))
		}
		limit := 4
		if len(parts) > 0 && strings.ContainsAny(parts[0][:1], "{[") {
			limit = 1
		}
		parts = parts[:min(limit, len(parts))]
	case map[string]any:
		open, end = "{", "}"
		if o == nil { // values by name
			o = new(jsonObject)
			for _, name := range slices.Sorted(maps.Keys(v)) {
				o.fields = append(o.fields, jsonField{name: name})
			}
		}
		for _, f := range o.fields {
			if item, ok := v[f.name]; ok {
				parts = append(parts, fmt.Sprintf("%q: %s", f.name, p.print(f.object, item, indent+"  ")))
			} else if f.absent == "" {
				p.Errorf("%s lacks the field %q", o.title, f.name)
			}
			delete(v, f.name)
		}
		if len(v) > 0 {
			p.Errorf("%s has fields that are not documented: %v", o.title, v)
		}
	default:
		text, _ := json.Marshal(v) // a scalar
		return string(text)
	}
	if line := open + strings.Join(parts, ", ") + end; len(indent)+len(line) <= 100 && !strings.Contains(line, "\n") {
		return line
	}
	return open + "\n  " + indent + strings.Join(parts, ",\n  "+indent) + "\n" + indent + end
}
