package command

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/tablebase/cluster/clustertest"
)

// commandLines has a command line for each command that prints a result. Text after < is
// the input. NATS, STORE and SOURCE are flags, and JOB is a job in the store.
var commandLines = []string{
	"games", "rules nim", "plan nim", "solve nim --force", "solve tron:size=4x4 --method alphabeta --force",
	"sweep nim", "query tictactoe", "query tictactoe - < b2", "moves nim", "moves nim - < 1-1",
	"score tictactoe - < b2 a1", "match tictactoe -p perfect,random -n 2", "line tictactoe", "play tictactoe < quit", "play tron:size=3x4 < quit", "analyze tictactoe --time 1s",
	"analyze tictactoe - --time 1s < b2", "report tictactoe", "compare tictactoe tictactoe:size=3x4",
	"serve --addr 127.0.0.1:0", `mcp < {"jsonrpc":"2.0","id":1,"method":"ping"}`, "new sticks", "check nim", "info nim", "perft nim 2", "playout nim",
	"playout nim --plays 2", "tables", "tables show nim", "tables delete nim --yes", "tables prune --yes", "verify tictactoe",
	"export tictactoe -o rows.csv", "publish tictactoe -o site SOURCE", "version",
	"cluster solve nim --workers 1 --force NATS STORE", "cluster worker NATS STORE", "cluster jobs STORE",
	"cluster jobs watch JOB STORE", "cluster jobs pause JOB NATS STORE",
	"cluster jobs cancel JOB NATS STORE", "cluster jobs resume JOB NATS STORE",
	"cluster jobs import JOB --force NATS STORE", "cluster jobs clean JOB --yes STORE",
}

// textCommands lists the commands that print only text.
var textCommands = []string{"completion", "help", "cluster"}

// TestEveryCommandHasQuietAndJSON runs each command with --quiet, which leaves standard
// error empty, and with --json, which prints only JSON.
func TestEveryCommandHasQuietAndJSON(t *testing.T) {
	nats, objects := clustertest.NATS(t), t.TempDir()
	t.Setenv("ZERMELO_DB", t.TempDir())
	run := func(line string) {
		if code := runFor(t.Context(), io.Discard, io.Discard, strings.Fields(line)...); code != exitOK {
			t.Fatalf("zermelo %s: exit code %d", line, code)
		}
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	values := strings.NewReplacer("NATS", "--nats "+nats, "STORE", "--store file://"+objects, "SOURCE", "--source "+root)
	for _, line := range []string{"solve tictactoe", "solve tictactoe:size=3x4"} {
		run(line)
	}
	for _, line := range commandLines {
		if strings.HasPrefix(line, "publish") && !gamestest.Large() {
			continue // compiles the explorer
		}
		for _, flags := range []string{"--quiet", "--json", "--quiet --json"} {
			t.Chdir(t.TempDir())
			line, input, _ := strings.Cut(values.Replace(line), " < ")
			if strings.Contains(line, "tables delete") {
				run("solve nim")
			}
			if strings.Contains(line, "JOB") {
				create := func() { run(values.Replace("cluster solve nim --workers 1 --force NATS STORE")) }
				line = strings.ReplaceAll(line, "JOB", nimJob(t, objects, create))
			}
			checkOutput(t, line+" "+flags, input+"\n")
		}
	}
}

// nimJob returns the name of the job of nim in a store. If there is none, it calls
// create.
func nimJob(t *testing.T, store string, create func()) string {
	t.Helper()
	for {
		jobs, err := filepath.Glob(store + "/nim.*")
		if err != nil || len(jobs) > 1 {
			t.Fatalf("the store has the jobs %q, want one: %v", jobs, err)
		}
		if len(jobs) == 1 {
			return filepath.Base(jobs[0])
		}
		create()
	}
}

// checkOutput runs a command and checks what it prints for the flags --quiet and --json.
func checkOutput(t *testing.T, line, input string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, errs := new(bytes.Buffer), new(bytes.Buffer)
	o := Options{Registry: builtin.Registry(), Stdin: strings.NewReader(input), Stdout: out, Stderr: errs}
	worker := strings.HasPrefix(line, "cluster worker") // prints no result
	if worker {
		time.AfterFunc(time.Second, cancel)
	} else if strings.HasPrefix(line, "serve") {
		o.Stdout = &canceller{out, cancel}
	} else if strings.HasPrefix(line, "mcp") { // the input must not end before the response
		in, more := io.Pipe()
		go func() { _, _ = io.WriteString(more, input) }()
		o.Stdin, o.Stdout = in, &canceller{out, cancel}
	}
	args := strings.Fields(line)
	if code := Run(ctx, o, args...); code != exitOK {
		t.Errorf("zermelo %s: exit code %d: %s", line, code, errs)
	}
	if slices.Contains(args, "--quiet") && errs.Len() > 0 {
		t.Errorf("zermelo %s: wrote to standard error: %s", line, errs)
	}
	if out.Len() == 0 && !worker {
		t.Errorf("zermelo %s: printed nothing", line)
	}
	if !slices.Contains(args, "--json") {
		return
	}
	for _, text := range []*bytes.Buffer{out, errs} {
		for dec := json.NewDecoder(text); ; {
			var v any
			if err := dec.Decode(&v); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("zermelo %s: not JSON: %v", line, err)
				break
			}
		}
	}
}

// canceller cancels a command when it has printed something.
type canceller struct {
	io.Writer
	cancel func()
}

func (c *canceller) Write(data []byte) (int, error) {
	defer c.cancel()
	return c.Writer.Write(data)
}

// TestCommandLinesNameEveryCommand compares commandLines with the commands of the
// program.
func TestCommandLinesNameEveryCommand(t *testing.T) {
	root := newTestRoot()
	named := map[string]bool{}
	for _, line := range commandLines {
		cmd, _, err := root.Find(strings.Fields(line))
		if err != nil {
			t.Fatal(err)
		}
		named[cmd.CommandPath()] = true
	}
	eachCommand(root, func(cmd *cobra.Command) {
		path := strings.TrimPrefix(cmd.CommandPath(), defaultName+" ")
		if cmd.HasParent() && !named[cmd.CommandPath()] && !slices.Contains(textCommands, path) {
			t.Errorf("no command line for %q", path)
		}
	})
}

// eachCommand calls use with a command and each of its available subcommands.
func eachCommand(cmd *cobra.Command, use func(*cobra.Command)) {
	use(cmd)
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			eachCommand(sub, use)
		}
	}
}
