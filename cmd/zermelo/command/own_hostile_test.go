package command

import (
	"bytes"
	"context"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games/own/owntest"
)

// hostile holds rules that give invalid answers, with a part of the expected message.
type hostile struct{ name, rules, want string }

// TestInvalidAnswersAreErrors solves games whose rules give invalid answers. Each solve must
// return an error and store nothing. Rules that consume unlimited resources are tested in
// cmd/zermelo/hostile_test.go.
func TestInvalidAnswersAreErrors(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for kind, list := range map[string][]hostile{"star": hostileScripts(), "sh": hostilePrograms(), "wasm": hostileModules()} {
		for _, h := range list {
			t.Run(kind+"/"+h.name, func(t *testing.T) {
				t.Parallel()
				db := t.TempDir()
				file := filepath.Join(t.TempDir(), "game."+kind)
				if err := os.WriteFile(file, []byte(h.rules), 0o777); err != nil {
					t.Fatal(err)
				}
				if kind == "sh" {
					file = "exec:sh " + file
				}
				wait := "1m" // long enough on a loaded machine; shortened for rules that never answer
				if strings.HasPrefix(h.want, "no answer") {
					wait = "1s"
				}
				var out, errors bytes.Buffer
				code := runFor(context.Background(), &out, &errors, "solve", "--quiet", file, "--db", db, "--answer-time", wait, "--answer-memory", "64MiB")
				if code != exitFailure && code != exitUsage || !strings.Contains(errors.String(), h.want) {
					t.Errorf("exit code %d, %q, want %q; standard output: %s", code, errors.String(), h.want, out.String())
				}
				if left, err := os.ReadDir(db); err != nil || len(left) > 0 {
					t.Errorf("got files %v in the data directory, %v; want none", left, err)
				}
			})
		}
	}
}

func hostileScripts() []hostile {
	return []hostile{
		{"endless loop", owntest.Script("while True: pass", ""), "is there an endless loop?"},
		{"endless loop at the start", "while True: pass", "is there an endless loop?"},
		{"recursion", owntest.Script("return moves(s)", ""), "called recursively"},
		{"files", "load(\"/etc/passwd\", \"root\")", "load"},
		{"no text for a state", owntest.Script("return {\"a\": 1}", ""), "the move a leads to 1, expected a string"},
		{"bad state", owntest.Script("return {\"a\": \"x y\"}", ""), "visible ASCII"},
		{"long state", owntest.Script("return {\"a\": \"x\" * 5000}", ""), "a state has 5000 characters"},
		{"payoff out of range", owntest.Script("return {}", "def payoff(s):\n  return 1 << 20"), "expected -32768 to 32767"},
		{"deep parentheses", "x = " + strings.Repeat("(", 30000), "excessive nesting"},
	}
}

func hostilePrograms() []hostile {
	return []hostile{
		{"ends", "exit 3", "the program exited without answering: exit status 3"},
		{"ends with a message", "echo no rules here >&2; exit 1", "no rules here"},
		{"hangs", "sleep 30", "no answer after 1s"},
		{"hangs later", owntest.Program("sleep 30"), "no answer after 1s"},
		{"no JSON", "echo hello", "invalid character"},
		{"endless line", "tr '\\0' x < /dev/zero", "the answer is longer than 64 MiB"},
		{"other version", `read q; echo '{"hello":{"zermelo":2}}'`, "zermelo is 2, but the supported protocol version is 1"},
		{"unknown field", `read q; echo '{"hello":{"zermelo":1,"titel":"t"}}'`, `unknown field "titel"`},
		{"too few answers", owntest.Program(`echo '{"positions":[]}'`), "0 answers for"},
		{"wrong mover", owntest.Program(`echo '{"positions":[{"mover":7,"moves":["x"],"next":["1"]},{"mover":7,"moves":["x"],"next":["1"]}]}'`), "the role to move is 7"},
		{"wrong total", owntest.Program(`echo '{"positions":[{"payoffs":[1,1]},{"payoffs":[1,1]}]}'`), "add up to 2"},
		{"neither moves nor payoffs", owntest.Program(`echo '{"positions":[{},{}]}'`), "neither moves nor payoffs"},
		{"changed answers", owntest.Program(`n=$((n+1)); echo "{\"positions\":[{\"payoffs\":[$((n%2)),$((1-n%2))]},{\"payoffs\":[$(((n+1)%2)),$((1-(n+1)%2))]}]}"`), "on a second request"},
		{"an error", owntest.Program(`echo '{"error":"I am lost"}'`), "error from the game: I am lost"},
		{"killed", owntest.Program("kill -9 $$"), "signal: killed"},
	}
}

func hostileModules() []hostile {
	longAnswer, _ := hex.DecodeString("00000000" + "02000000" + strings.Repeat("00", 40) + "ffffffff")
	return []hostile{
		{"no module", "hello", "compile: "},
		{"cut", owntest.Answer("").Bytes()[:90], "compile: "},
		{"no functions", "\x00asm\x01\x00\x00\x00", "does not export the function"},
		{"an import", "\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x02\x09\x01\x03env\x01f\x00\x00", "env"},
		{"an unknown instruction", owntest.Module{Body: "\xff\x00"}.Bytes(), "compile: "},
		{"trap", owntest.Module{Body: "\x00"}.Bytes(), "unreachable"},
		{"memory", owntest.Module{Body: "\x03\x40\x41\x80\x02\x40\x00\x41\x00\x4e\x0d\x00\x0b\x00"}.Bytes(), "unreachable"},
		{"address", owntest.Module{Body: owntest.Constant(1<<30, 100)}.Bytes(), "extend past the end of memory"},
		{"short", owntest.Module{Body: owntest.Constant(4096, 2)}.Bytes(), "fewer than 4 bytes"},
		{"long", owntest.Module{Body: owntest.Constant(4096, 1<<30)}.Bytes(), "longer than 64 MiB"},
		{"status", owntest.Module{Body: owntest.Constant(4096, 4), Data: "\x07\x00\x00\x00"}.Bytes(), "begins with the number 7, expected 0 for a result or 1 for an error"},
		{"an error", owntest.Module{Body: owntest.Constant(4096, 12), Data: "\x01\x00\x00\x00I refuse"}.Bytes(), "error from the game: I refuse"},
		{"short answers", owntest.Answer("\x00\x00\x00\x00\x02\x00\x00\x00").Bytes(), "is truncated"},
		{"wrong number of answers", owntest.Answer("\x00\x00\x00\x00\x05\x00\x00\x00").Bytes(), "5 answers for"},
		{"many texts", owntest.Answer(string(longAnswer)).Bytes(), "texts"},
	}
}
