package command

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"zermelo/cmd/zermelo/serve"
	"zermelo/games"
	"zermelo/reports/solved"
)

// kindsRun runs commands on a sequence of random games.
type kindsRun struct {
	t      *testing.T
	db     string
	folder string
	before string // spec of a previous game that has a table
	ran    int    // number of commands
	panics int
}

// command runs a command with an input. The exit code is -1 after a panic.
func (k *kindsRun) command(g *randomGame, input string, args ...string) (code int, out, errs string) {
	var stdout, stderr bytes.Buffer
	defer func() {
		out, errs = stdout.String(), stderr.String()
		if p := recover(); p != nil {
			code = -1
			k.panics++
			k.t.Errorf("%s: zermelo %s: panic: %v\n%s", g.name, strings.Join(args, " "), p, debug.Stack())
		}
	}()
	k.ran++
	args = append(args, "--db", k.db)
	o := Options{Registry: g.registry, Stdin: strings.NewReader(input), Stdout: &stdout, Stderr: &stderr}
	code = Run(k.t.Context(), o, args...)
	return code, "", ""
}

// want runs a command and returns its standard output. The exit code must be one of codes.
func (k *kindsRun) want(g *randomGame, codes []int, input string, args ...string) string {
	code, out, errs := k.command(g, input, args...)
	if code >= 0 && !slices.Contains(codes, code) {
		k.t.Errorf("%s: zermelo %s: exit code %d, want %v: %s", g.name, strings.Join(args, " "), code, codes, errs)
	}
	return out
}

// maxPositions is the number of positions per game that are queried individually, in
// addition to the last position.
const maxPositions = 6

// tableCommands runs all commands that read the table of a game.
func (k *kindsRun) tableCommands(g *randomGame, v games.Variant, ref *reference) {
	ok, perhaps := []int{exitOK}, []int{exitOK, exitUsage}
	all := strings.Join(ref.positions, "\n") + "\n"
	some := slices.Concat(ref.positions[:min(maxPositions, len(ref.positions))], ref.positions[len(ref.positions)-1:])
	for _, position := range some {
		k.checkPosition(g, ref, k.want(g, ok, "", "query", g.spec, position, "--json"))
		k.checkLine(g, ref, k.want(g, ok, "", "line", g.spec, position, "--json", "--max", "50"))
		k.want(g, ok, "", "query", g.spec, position)
		k.want(g, perhaps, "", "analyze", g.spec, position, "--nodes", "200", "--cache", "1MiB", "--quiet", "--fresh")
	}
	k.want(g, ok, "", "query", g.spec, "--brief")
	k.want(g, ok, "", "line", g.spec)
	for _, format := range []string{"json", "table", "csv"} {
		out := k.want(g, ok, all, "query", g.spec, "-", "--format", format, "--best")
		if format == "json" {
			k.checkRows(g, ref, out)
		}
	}
	for _, args := range [][]string{
		{"--format", "text"}, {"--format", "md", "--pictures", filepath.Join(k.folder, "pictures")}, {"--format", "html"},
		{"--format", "json"}, {"--format", "csv"}, {"--measures"}, {"--format", "json", "--measures", "--counts"}, {"--format", "csv", "--counts"},
		{"--format", "json", "--count-reachable"}, {"--json"},
	} {
		k.want(g, ok, "", append([]string{"report", g.spec}, args...)...)
	}
	for _, picture := range []string{"board", "longest-win", "critical", "values", "tiers", "states", "remoteness", "branching", "only-moves"} {
		k.want(g, perhaps, "", "report", g.spec, "--format", "svg", "--picture", picture)
	}
	k.want(g, ok, "", "report", g.spec, "--format", "png")
	k.exports(g, ref)
	if k.before != "" && k.before != g.spec {
		for _, format := range []string{"text", "md", "html", "json", "csv"} {
			k.want(g, ok, "", "compare", k.before, g.spec, "--measures", "--format", format)
		}
	}
	k.want(g, ok, "", "verify", g.spec, "--quiet")
	k.want(g, ok, "", "tables", "--json")
	k.want(g, ok, "", "sweep", g.spec, "--quiet")
	k.want(g, perhaps, "", "analyze", g.spec, "--nodes", "200", "--cache", "1MiB", "--quiet", "--all-moves", "--json")
	for _, role := range v.Info().Roles {
		k.want(g, ok, "hint\nmoves\n1\nhint\n2\nhint\n1\nundo\nboard\nnew\nhint\nquit\n", "play", g.spec, "--as", role)
		k.want(g, ok, "1\n1\n1\n1\n1\n1\nhint\n", "play", g.spec, "--as", role, "--json", "--seed", "5")
	}
	k.serve(g, v, ref, some)
}

// untabledCommands runs commands that require a table for a game without a table.
func (k *kindsRun) untabledCommands(g *randomGame) {
	missing := []int{exitNoTable}
	for _, args := range [][]string{
		{"query", g.spec}, {"line", g.spec}, {"report", g.spec}, {"report", g.spec, "--format", "html"}, {"verify", g.spec},
		{"export", g.spec, "-f", "csv", "-o", "-"},
	} {
		k.want(g, missing, "", args...)
	}
	k.want(g, []int{exitOK, exitNoTable, exitUsage}, "quit\n", "play", g.spec, "--nodes", "100")
	k.want(g, []int{exitOK, exitUsage}, "", "analyze", g.spec, "--nodes", "200", "--cache", "1MiB", "--quiet")
}

func (k *kindsRun) exports(g *randomGame, ref *reference) {
	out := k.want(g, []int{exitOK}, "", "export", g.spec, "-f", "csv", "--raw", "-o", "-", "--quiet")
	k.checkExport(g, ref, out)
	for i, args := range [][]string{
		{"-f", "csv", "--split", "80/10/10"}, {"-f", "parquet", "--raw"}, {"-f", "npy"}, {"-f", "parquet", "--sample", "3"},
	} {
		file := filepath.Join(k.folder, fmt.Sprintf("out%d", i))
		k.want(g, []int{exitOK}, "", append([]string{"export", g.spec, "--force", "--quiet", "-o", file}, args...)...)
	}
}

// wrong reports a value that differs from the reference.
func (k *kindsRun) wrong(g *randomGame, command, position string, err error) {
	if err != nil {
		k.t.Errorf("%s: zermelo %s %s: position %s: %v", g.name, command, g.spec, position, err)
	}
}

func (k *kindsRun) decode(g *randomGame, out string, v any) bool {
	if out == "" { // the command failed; the error is already reported
		return false
	}
	if err := json.Unmarshal([]byte(out), v); err != nil {
		k.t.Errorf("%s: %v in %.200s", g.name, err, out)
		return false
	}
	return true
}

func (k *kindsRun) checkPosition(g *randomGame, ref *reference, out string) {
	var p solved.Position
	if !k.decode(g, out, &p) {
		return
	}
	k.wrong(g, "query", p.Text, ref.differ(p.Text, p.Value, true))
	for _, m := range p.Moves {
		k.wrong(g, "query", m.Child, ref.differ(m.Child, m.Value, true))
	}
}

func (k *kindsRun) checkLine(g *randomGame, ref *reference, out string) {
	var line solved.PerfectLine
	if !k.decode(g, out, &line) {
		return
	}
	for _, p := range line.Positions {
		k.wrong(g, "line", p.Text, ref.differ(p.Text, p.Value, true))
	}
	first, last := line.Positions[0], line.Positions[len(line.Positions)-1]
	if first.Value.Plies >= 0 && first.Value.Plies <= 50 && (len(line.Moves) != first.Value.Plies || !last.Terminal || !slices.Equal(last.Value.Payoffs, first.Value.Payoffs)) {
		k.t.Errorf("%s: line from %s: got %d moves, payoffs %v; want %d, %v", g.name, first.Text, len(line.Moves), last.Value.Payoffs, first.Value.Plies, first.Value.Payoffs)
	}
}

func (k *kindsRun) checkRows(g *randomGame, ref *reference, out string) {
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if out != "" && len(lines) != len(ref.positions) {
		k.t.Errorf("%s: got %d rows, want %d", g.name, len(lines), len(ref.positions))
	}
	for _, line := range lines {
		var row struct {
			Input      string
			Payoffs    []string
			Remoteness int
			Best       []string
			Error      string
		}
		if !k.decode(g, line, &row) {
			return
		}
		k.wrong(g, "query -", row.Input, ref.differ(row.Input, solved.Value{Payoffs: row.Payoffs, Plies: row.Remoteness}, false))
		if best := len(row.Best) > 0; row.Error != "" || best != (len(row.Payoffs) > 0 && !ref.terminal[row.Input]) {
			k.t.Errorf("%s: position %s: best moves %v, payoffs %v, error %q", g.name, row.Input, row.Best, row.Payoffs, row.Error)
		}
	}
}

func (k *kindsRun) checkExport(g *randomGame, ref *reference, out string) {
	if out == "" {
		return
	}
	rows, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		k.t.Errorf("%s: export: %v", g.name, err)
		return
	}
	seen := map[string]bool{}
	for _, row := range rows[1:] {
		v := solved.Value{Plies: -1}
		position := ""
		for i, name := range rows[0] {
			switch {
			case name == "position":
				position = row[i]
			case strings.HasPrefix(name, "payoff_") && !slices.Contains(rows[0], "exact_0"), strings.HasPrefix(name, "exact_"):
				if row[i] != "" {
					v.Payoffs = append(v.Payoffs, row[i])
				}
			case name == "remoteness":
				v.Plies, _ = strconv.Atoi(row[i])
			}
		}
		seen[position] = true
		k.wrong(g, "export", position, ref.differ(position, v, false))
	}
	if len(seen) != len(ref.positions) {
		k.t.Errorf("%s: export: got %d positions, want %d", g.name, len(seen), len(ref.positions))
	}
}

// serve sends every kind of request about a game to the server.
func (k *kindsRun) serve(g *randomGame, v games.Variant, ref *reference, some []string) {
	o := serve.Options{DB: k.db, Registry: g.registry, Search: 10 * time.Millisecond}
	if isFile(g.spec) {
		o.Sheets = []games.Variant{v}
	}
	s, err := serve.New(o)
	if err != nil {
		k.t.Fatal(err)
	}
	defer s.Close()
	ask := func(method, target, body string, want ...int) []byte {
		r := httptest.NewRequest(method, target, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		if !slices.Contains(want, w.Code) {
			k.t.Errorf("%s: %s %s: status %d, want %v: %.500s", g.name, method, target, w.Code, want, w.Body)
			return nil
		}
		return w.Body.Bytes()
	}
	var list struct{ Tables []struct{ ID, Table string } }
	if !k.decode(g, string(ask("GET", "/api/tables", "", http.StatusOK)), &list) {
		return
	}
	id := ""
	for _, table := range list.Tables {
		if table.Table == v.Info().Name {
			id = "/api/" + table.ID
		}
	}
	if id == "" {
		k.t.Errorf("%s: got tables %+v, want %s among them", g.name, list, v.Info().Name)
		return
	}
	for _, position := range some {
		p := "?p=" + url.QueryEscape(position)
		k.checkPosition(g, ref, string(viewOf(ask("GET", id+"/position"+p, "", http.StatusOK))))
		k.checkLine(g, ref, string(ask("GET", id+"/line"+p+"&max=50", "", http.StatusOK)))
		ask("GET", id+"/position.svg"+p, "", http.StatusOK)
		ask("GET", id+"/search"+p, "", http.StatusOK, http.StatusUnprocessableEntity, http.StatusBadRequest)
	}
	body, _ := json.Marshal(map[string][]string{"positions": some})
	ask("POST", id+"/positions", string(body), http.StatusOK)
	for _, format := range []string{"json", "html", "md", "text", "csv", "svg"} {
		ask("GET", id+"/report?measures=true&format="+format, "", http.StatusOK)
	}
}

// viewOf converts a position from the format of the server to the format of query.
func viewOf(view []byte) []byte {
	var fields map[string]json.RawMessage
	if json.Unmarshal(view, &fields) != nil {
		return nil
	}
	for _, name := range []string{"board", "matrix"} {
		delete(fields, name)
	}
	out, _ := json.Marshal(fields)
	return out
}
