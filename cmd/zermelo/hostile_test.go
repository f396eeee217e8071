package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"zermelo/games/gamestest"
	"zermelo/games/own/owntest"
)

// hostile holds rules that consume unlimited time, memory or other resources, with a
// pattern of the expected message.
type hostile struct{ name, rules, want string }

// Patterns that match the messages of the watchdog and of interpreters.
const (
	late   = `no answer after|it took more than|is there an endless loop`
	large  = `used more than [0-9]+ MiB of memory|out of memory`
	either = late + "|" + large
)

func hostileScripts() []hostile {
	script := owntest.Script
	return []hostile{
		{"endless loop", script("while True: pass", ""), late},
		{"endless loop at the start", "while True: pass", late},
		{"endless printing", script(`while True: print("x" * 1000000)`, ""), late},
		{"tuple as a key", script(owntest.Nested+"return {x: 1}", ""), late},
		{"tuple in an error", script(owntest.Nested+"fail(x)", ""), either},
		{"tuple as text", script(owntest.Nested+"return {str(x): s}", ""), either},
		{"tuple in a format", script(owntest.Nested+`return {"%s" % (x,): s}`, ""), either},
		{"tuple as a payoff", script("return {}", "def payoff(s):\n  "+owntest.Nested+"return (x, 1)"), either},
		{"tuple as a variable", "def f():\n  " + owntest.Nested + "return x\ny = f()", late},
		{"tuple as the title", script("return {}", "def f():\n  "+owntest.Nested+"return x\ntitle = f()"), either},
		{"compared tuples", script(owntest.Nested+"y = x\n  "+owntest.Nested+"return {} if x == y else {\"a\": s}", ""), late + "|maximum recursion"},
		{"doubled list", script("x = [1]\n  for i in range(100): x = x + x", ""), either},
		{"doubled text", script("x = \"a\"\n  for i in range(100): x = x + x", ""), either},
		{"repeated text", script("return {\"a\" * (1 << 29) + str(i): s for i in range(1000)}", ""), either + "|maximum"},
		{"replaced text", script("x = \"a\" * 1000000\n  return {x.replace(\"a\", x): s}", ""), large},
		{"joined text", script("x = \"a\" * 1000000\n  return {x.join([x] * 1000000): s}", ""), either + "|maximum"},
		{"large range", script("return list(range(1 << 40))", ""), either},
		{"large dictionary", script("return {str(i): s for i in range(1 << 40)}", ""), either},
		{"powers", script("x = 3\n  for i in range(100): x = x * x", ""), either},
		{"long number as text", script("x = 3\n  for i in range(26): x = x * x\n  return {str(x): s}", ""), either},
		{"nested deeply", script("x = ()\n  for i in range(1500000): x = (x,)\n  return {x: 1}", ""), either + "|stack overflow|a move is a tuple"},
	}
}

func hostileModules() []hostile {
	const hanging = 200_000
	calls := "\x20\x00\x41\x3c\x46\x04\x40\x42\x00\x0f\x0b" + strings.Repeat("\x20\x00\x41\x01\x6a\x20\x01\x10\x01\x1a", 2) + "\x42\x00" // 2 to the power of 59
	return []hostile{
		{"endless loop", owntest.Answering(owntest.Loop, "").Bytes(), late},
		{"endless loop at the start", owntest.Module{Body: owntest.Loop}.Bytes(), late},
		{"endless loop of the start function", owntest.Module{Body: owntest.Loop, Start: true}.Bytes(), late},
		{"many calls", owntest.Module{Body: calls}.Bytes(), late},
		{"endless recursion", owntest.Module{Body: "\x20\x00\x20\x01\x10\x01"}.Bytes(), "stack overflow"},
		{"filled memory", owntest.Answering(owntest.Fill(20_000), "").Bytes(), either},
		{"filled memory in a loop", owntest.Answering("\x03\x40\x41\x00\x41\x00\x41\x80\x80\x04\xfc\x0b\x00\x0c\x00\x0b\x00", "").Bytes(), late},
		{"locals", owntest.Module{Body: owntest.Constant(0, 0), Locals: 1<<32 - 1}.Bytes(), either},
		{"many locals", owntest.Module{Body: owntest.Constant(0, 0), Locals: 1 << 26}.Bytes(), either},
		{"table", owntest.Module{Body: owntest.Constant(0, 0), Table: 1<<27 - 1}.Bytes(), either + "|fewer than 4 bytes"},
		{"larger table", owntest.Module{Body: owntest.Constant(0, 0), Table: 1<<32 - 1}.Bytes(), "table"},
		{"growing table", owntest.Module{Table: 1, Body: "\x03\x40\xd0\x70\x41\x80\x80\x40\xfc\x0f\x00\x1a\x0c\x00\x0b\x00"}.Bytes(), either},
		{"growing memory", owntest.Module{Body: "\x03\x40\x41\x80\x02\x40\x00\x41\x00\x4e\x0d\x00\x0b\x00"}.Bytes(), either + "|unreachable"},
		{"nested blocks", owntest.Module{Body: strings.Repeat("\x02\x40", hanging) + strings.Repeat("\x0b", hanging) + owntest.Constant(0, 0)}.Bytes(), either},
	}
}

func hostilePrograms() []hostile {
	program := owntest.Program
	return []hostile{
		{"sleeps", program("sleep 600"), late},
		{"computes", program("while :; do :; done"), late},
		{"ignores signals", "trap '' TERM INT HUP; " + program("sleep 600"), late},
		{"closes its output", program("exec >&-; sleep 600"), "exited without answering"},
		{"line without end", program(`tr '\0' x < /dev/zero`), "longer than 64 MiB"},
		{"slow line without end", program("while :; do printf x; sleep 0.01; done"), late},
		{"errors without end", program("yes >&2"), late},
		{"memory", program("tail /dev/zero"), either + "|exited without answering"},
		{"child with memory", program("(tail /dev/zero) & wait; sleep 600"), either + "|exited without answering"},
		{"child that stays", program("sleep 600 & exit 0"), late},
		{"many children", program("while :; do sleep 600 & done"), either + "|exited without answering"},
		{"deep JSON", program(`head -c 1000000 /dev/zero | tr '\0' '['; echo`), "depth"},
		{"many positions", program(`printf '{"positions":[{}'; yes ',{}' | head -c 40000000 | tr -d '\n'; echo ']}'`), either + "|answers for"},
	}
}

// TestHostileRulesAreTerminated runs commands with rules that consume unlimited
// resources. Each command must print the cause, and the stored table must stay intact.
// By default, each set of rules runs one of three commands with low limits; with
// -large, it runs all three with the default limits.
func TestHostileRulesAreTerminated(t *testing.T) {
	db, cache, dir := t.TempDir(), t.TempDir(), t.TempDir()
	run := func(t *testing.T, args ...string) (code int, text string) {
		t.Helper()
		var out bytes.Buffer
		cmd := zermelo(t, &out, append(args, "--db", db)...)
		cmd.Env = append(os.Environ(), "XDG_CACHE_HOME="+cache)
		err := cmd.Run()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		return cmd.ProcessState.ExitCode(), out.String()
	}
	if code, text := run(t, "solve", "tictactoe", "--quiet"); code != 0 {
		t.Fatal(text)
	}
	t.Run("group", func(t *testing.T) {
		number := 0
		for ending, list := range map[string][]hostile{".star": hostileScripts(), ".wasm": hostileModules(), ".sh": hostilePrograms()} {
			for _, h := range list {
				number++
				all := [][]string{{"check"}, {"solve", "--quiet"}, {"query"}}
				commands, limits := all[number%3:][:1], []string{"--answer-time", "1s", "--answer-memory", "128MiB"}
				want := regexp.MustCompile(h.want + "|" + either) // a low limit can be exceeded first
				if gamestest.Large() {
					commands, limits, want = all, nil, regexp.MustCompile(h.want)
				}
				t.Run(ending[1:]+"/"+h.name, func(t *testing.T) {
					t.Parallel()
					file := filepath.Join(dir, strings.ReplaceAll(h.name, " ", "-")+ending)
					if err := os.WriteFile(file, []byte(h.rules), 0o777); err != nil {
						t.Fatal(err)
					}
					if ending == ".sh" {
						file = "exec:sh " + file
					}
					for _, c := range commands {
						code, text := run(t, append(append(c, file), limits...)...)
						if code != 1 && code != 2 || !want.MatchString(text) || strings.Contains(text, "goroutine") {
							t.Errorf("%s: exit code %d, want 1 or 2 and %q:\n%.2000s", c[0], code, want, text)
						}
					}
				})
			}
		}
	})
	if code, text := run(t, "verify", "tictactoe", "--quiet"); code != 0 {
		t.Errorf("verify the table of another game: %s", text)
	}
}

// zermelo returns a command that runs this program. The test binary selects the program
// by the name of the command.
func zermelo(t *testing.T, out io.Writer, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Args = append([]string{"zermelo"}, args...)
	cmd.Stdout, cmd.Stderr = out, out
	return cmd
}

// TestSignalTerminatesHostileRules interrupts commands whose rules never answer. The
// first signal prints a message; a second signal, or one second without an answer,
// terminates the command.
func TestSignalTerminatesHostileRules(t *testing.T) {
	dir := t.TempDir()
	for name, rules := range map[string]string{
		"loop.wasm":  owntest.Answering(owntest.Loop, "").Bytes(),
		"fill.wasm":  owntest.Answering(owntest.Fill(20_000), "").Bytes(),
		"tuple.star": owntest.Script(owntest.Nested+"return {x: 1}", ""),
		"sleep.sh":   "trap '' TERM INT; " + owntest.Program("sleep 600"),
	} {
		for _, second := range []bool{true, false} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				file := filepath.Join(dir, name)
				if err := os.WriteFile(file, []byte(rules), 0o777); err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(name, ".sh") {
					file = "exec:sh " + file
				}
				// The command opens this program first, which creates a file.
				asked := filepath.Join(t.TempDir(), "asked")
				before := filepath.Join(t.TempDir(), "before.sh")
				if err := os.WriteFile(before, []byte(owntest.Program(`echo '{"positions":[{"payoffs":[1,0]},{"payoffs":[1,0]}]}'; touch `+asked)), 0o777); err != nil {
					t.Fatal(err)
				}
				read, write := io.Pipe()
				cmd := zermelo(t, write, "serve", "exec:sh "+before, file, "--db", t.TempDir(), "--addr", "127.0.0.1:0", "--answer-time", "1h")
				cmd.Env = append(os.Environ(), "GOGC=1") // collect garbage often, which waits for modules
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				for _, err := os.Stat(asked); err != nil; _, err = os.Stat(asked) {
					time.Sleep(10 * time.Millisecond)
				}
				var text strings.Builder
				done := make(chan struct{})
				go func() {
					defer close(done)
					signal(t, cmd)
					for one := make([]byte, 1); ; text.Write(one) {
						if _, err := io.ReadFull(read, one); err != nil {
							return
						}
						if second && one[0] == '\n' && strings.Contains(text.String(), "stopping") {
							signal(t, cmd)
							second = false
						}
					}
				}()
				_ = cmd.Wait() // the exit code is checked below
				write.Close()
				<-done
				if code := cmd.ProcessState.ExitCode(); code != 130 || !strings.Contains(text.String(), "stopping") {
					t.Errorf("exit code %d, want 130:\n%s", code, text.String())
				}
			})
		}
	}
}

func signal(t *testing.T, cmd *exec.Cmd) {
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Error(err)
	}
}
