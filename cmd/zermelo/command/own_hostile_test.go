package command

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile are rules that do harm, and what is said of them.
type hostile struct{ name, rules, want string }

// TestHostileGamesEndInErrors solves games whose rules do harm: each is an error within the
// limits, and nothing is stored.
func TestHostileGamesEndInErrors(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for kind, list := range map[string][]hostile{"star": hostileScripts(), "sh": hostilePrograms(), "wasm": hostileModules()} {
		for _, h := range list {
			t.Run(kind+"/"+h.name, func(t *testing.T) {
				if kind != "star" { // where memory is that of this process
					t.Parallel()
				}
				db := t.TempDir()
				file := filepath.Join(t.TempDir(), "game."+kind)
				if err := os.WriteFile(file, []byte(h.rules), 0o777); err != nil {
					t.Fatal(err)
				}
				if kind == "sh" {
					file = "exec:sh " + file
				}
				wait := "1m" // longer than any load takes, but where nothing comes
				if strings.HasPrefix(h.want, "no answer") {
					wait = "1s"
				}
				var out, errors bytes.Buffer
				code := runFor(context.Background(), &out, &errors, "solve", "--quiet", file, "--db", db, "--answer-time", wait, "--answer-memory", "64MiB")
				if code != exitFailure && code != exitUsage || !strings.Contains(errors.String(), h.want) {
					t.Errorf("exit code %d, %q, want %q; standard output: %s", code, errors.String(), h.want, out.String())
				}
				if left, err := os.ReadDir(db); err != nil || len(left) > 0 {
					t.Errorf("the data directory has %v, %v", left, err)
				}
			})
		}
	}
}

// script is a script with a function moves, and other lines.
func script(moves, more string) string {
	return "roles = [\"one\"]\ndef start():\n  return \"0\"\ndef payoff(s):\n  return 1\ndef moves(s):\n  " + moves + "\n" + more + "\n"
}

func hostileScripts() []hostile {
	return []hostile{
		{"endless loop", script("while True: pass", ""), "is there an endless loop?"},
		{"endless loop at the start", "while True: pass", "is there an endless loop?"},
		{"memory by doubling", script("x = [1]\n  for i in range(100): x = x + x", ""), "memory"},
		{"repetition", script("return {\"a\": \"x\" * 1000000000}", ""), "a repetition of 1 elements 1000000000 times"},
		{"repetition in place", script("x = [0]\n  x *= 1 << 40", ""), "a repetition of 1 elements"},
		{"replacement", script("x = \"a\" * 1000000\n  return x.replace(\"a\", x)", ""), "want a product"},
		{"large range", script("return list(range(1000000000000))", ""), "want 1048576 at most"},
		{"large number", script("x = 3\n  for i in range(100): x = x * x", ""), "a product of"},
		{"large text of a value", script("x = []\n  for i in range(60): x = [x, x]\n  return str(x)", ""), "str of more than"},
		{"recursion", script("return moves(s)", ""), "called recursively"},
		{"files", "load(\"/etc/passwd\", \"root\")", "load"},
		{"no text for a state", script("return {\"a\": 1}", ""), "the move a leads to a int"},
		{"bad state", script("return {\"a\": \"x y\"}", ""), "visible ASCII"},
		{"long state", script("return {\"a\": \"x\" * 5000}", ""), "a state of 5000 characters"},
		{"payoff out of range", script("return {}", "def payoff(s):\n  return 1 << 20"), "want -32768 to 32767"},
		{"deep parentheses", "x = " + strings.Repeat("(", 30000), "excessive nesting"},
	}
}

// answering is a program that answers hello, start and expand in a fixed way.
func answering(expand string) string {
	return `while read q; do case "$q" in
*hello*) echo '{"hello":{"zermelo":1,"title":"t","roles":["a","b"],"total":1}}';;
*start*) echo '{"state":"0"}';;
*) ` + expand + ` ;;
esac; done`
}

func hostilePrograms() []hostile {
	return []hostile{
		{"ends", "exit 3", "the program ended without an answer: exit status 3"},
		{"ends with a message", "echo no rules here >&2; exit 1", "no rules here"},
		{"hangs", "sleep 30", "no answer after 1s"},
		{"hangs later", answering("sleep 30"), "no answer after 1s"},
		{"no JSON", "echo hello", "invalid character"},
		{"endless line", "tr '\\0' x < /dev/zero", "the answer is longer than 64 MiB"},
		{"other version", `read q; echo '{"hello":{"zermelo":2}}'`, "version 1 of the protocol"},
		{"unknown field", `read q; echo '{"hello":{"zermelo":1,"titel":"t"}}'`, `unknown field "titel"`},
		{"too few answers", answering(`echo '{"positions":[]}'`), "0 answers for"},
		{"wrong mover", answering(`echo '{"positions":[{"mover":7,"moves":["x"],"next":["1"]},{"mover":7,"moves":["x"],"next":["1"]}]}'`), "role 7 is to move"},
		{"wrong total", answering(`echo '{"positions":[{"payoffs":[1,1]},{"payoffs":[1,1]}]}'`), "add up to 2"},
		{"neither moves nor payoffs", answering(`echo '{"positions":[{},{}]}'`), "no moves and no payoffs"},
		{"changed answers", answering(`n=$((n+1)); echo "{\"positions\":[{\"payoffs\":[$((n%2)),$((1-n%2))]},{\"payoffs\":[$(((n+1)%2)),$((1-(n+1)%2))]}]}"`), "asked twice"},
		{"an error", answering(`echo '{"error":"I am lost"}'`), "the game says: I am lost"},
		{"killed", answering("kill -9 $$"), "signal: killed"},
	}
}

// module is a module of WebAssembly whose function zermelo_answer has a body, with data at
// the address 4096.
func module(body, data string) string {
	section := func(id byte, content ...byte) string {
		return string([]byte{id}) + leb(len(content)) + string(content)
	}
	name := func(s string) string { return leb(len(s)) + s }
	code := func(body string) string {
		body = "\x00" + body + "\x0b"
		return leb(len(body)) + body
	}
	return "\x00asm\x01\x00\x00\x00" +
		section(1, []byte("\x02\x60\x01\x7f\x01\x7f\x60\x02\x7f\x7f\x01\x7e")...) + // i32 -> i32, i32 i32 -> i64
		section(3, 2, 0, 1) +
		section(5, 1, 0, 1) + // a page of memory
		section(7, []byte("\x03"+name("memory")+"\x02\x00"+name("zermelo_reserve")+"\x00\x00"+name("zermelo_answer")+"\x00\x01")...) +
		section(10, []byte("\x02"+code("\x41\x80\x08")+code(body))...) +
		section(11, []byte("\x01\x00\x41\x80\x20\x0b"+leb(len(data))+data)...)
}

// leb is a number in LEB128.
func leb(n int) string { return string(binary.AppendUvarint(nil, uint64(n))) }

// constant returns an address and a size as the result of zermelo_answer.
func constant(address, size int) string { return "\x42" + signed(address<<32|size) }

// signed is a number in signed LEB128.
func signed(n int) string {
	var b []byte
	for {
		c := byte(n & 0x7f)
		n >>= 7
		if n == 0 && c&0x40 == 0 {
			return string(append(b, c))
		}
		b = append(b, c|0x80)
	}
}

// answers is a module that answers hello and start, and expand by a packed answer.
func answers(expand string) string {
	const hello = "\x00\x00\x00\x00" + `{"zermelo":1,"title":"t","roles":["a"]}`
	const start = "\x00\x00\x00\x000"
	at := 4096
	when := func(kind int, data string) string {
		text := "\x20\x00\x41" + signed(kind) + "\x46\x04\x40" + constant(at, len(data)) + "\x0f\x0b"
		at += len(data)
		return text
	}
	return module(when(1, hello)+when(2, start)+constant(4096+len(hello)+len(start), len(expand)), hello+start+expand)
}

func hostileModules() []hostile {
	const loop = "\x03\x40\x0c\x00\x0b\x00"
	longAnswer, _ := hex.DecodeString("00000000" + "02000000" + strings.Repeat("00", 40) + "ffffffff")
	return []hostile{
		{"no module", "hello", "compile: "},
		{"cut", answers("")[:90], "compile: "},
		{"no functions", "\x00asm\x01\x00\x00\x00", "exports no function"},
		{"an import", "\x00asm\x01\x00\x00\x00\x01\x04\x01\x60\x00\x00\x02\x09\x01\x03env\x01f\x00\x00", "env"},
		{"endless loop", module(loop, ""), "no answer after 1s"},
		{"many calls", module("\x20\x00\x41\x3c\x46\x04\x40\x42\x00\x0f\x0b\x20\x00\x41\x01\x6a\x20\x01\x10\x01\x1a\x20\x00\x41\x01\x6a\x20\x01\x10\x01", ""), "no answer after 1s"}, // 2 to the power of 59
		{"many long operations", module("\x03\x40\x41\x00\x41\x00\x41\x80\x80\x04\xfc\x0b\x00\x0c\x00\x0b\x00", ""), "no answer after 1s"},
		{"an unknown instruction", module("\xff\x00", ""), "compile: "},
		{"trap", module("\x00", ""), "unreachable"},
		{"memory", module("\x03\x40\x41\x80\x02\x40\x00\x41\x00\x4e\x0d\x00\x0b\x00", ""), "unreachable"},
		{"address", module(constant(1<<30, 100), ""), "not in memory"},
		{"short", module(constant(4096, 2), ""), "less than 4 bytes"},
		{"long", module(constant(4096, 1<<30), ""), "longer than 64 MiB"},
		{"status", module(constant(4096, 4), "\x07\x00\x00\x00"), "begins with 7"},
		{"an error", module(constant(4096, 12), "\x01\x00\x00\x00I refuse"), "the game says: I refuse"},
		{"short answers", answers("\x00\x00\x00\x00\x02\x00\x00\x00"), "ends too early"},
		{"wrong number of answers", answers("\x00\x00\x00\x00\x05\x00\x00\x00"), "5 answers for"},
		{"many texts", answers(string(longAnswer)), "texts"},
	}
}
