// Package gdltest helps the tests of rule sheets: it finds the shared sheets,
// reads and compiles them, and has small sheets of its own.
//
// A test is skipped where the shared sheets are missing. Sheets are compiled once
// in a test program; who gets such a machine must not open it, as that changes it.
// It imports the packages of sheets up to the machine, so that their own tests
// must be external to use it.
package gdltest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// Shared is the folder with the rule sheets, traces and expected verdicts of the
// reference programs, beside the module. It ends in a slash.
func Shared() string {
	up := ""
	for range 8 {
		if _, err := os.Stat(up + "go.mod"); err == nil {
			break
		}
		up += "../"
	}
	return up + "../shared/gdl/"
}

// Sheets lists the files of a folder below shared, or skips the test.
func Sheets(t testing.TB, folder string) []string {
	t.Helper()
	files, _ := filepath.Glob(Shared() + folder + "/*.kif")
	if len(files) == 0 {
		t.Skipf("no rule sheets in %s%s", Shared(), folder)
	}
	return files
}

// ReadSheet parses a file that must be free of errors of form.
func ReadSheet(t testing.TB, file string) *sheet.Sheet {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rules, problems := sheet.Parse(strings.TrimSuffix(filepath.Base(file), ".kif"), string(text))
	for _, p := range problems {
		t.Errorf("%s:%d: %s", file, rules.Place(p.Start).Line, p.Message)
	}
	return rules
}

// CompileText compiles a sheet given as text.
func CompileText(t testing.TB, text string) *machine.Machine {
	t.Helper()
	rules, problems := sheet.Parse("test", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m, err := machine.Compile(t.Context(), rules, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Compile compiles the sheet of a file. Tests of one program share the machine.
func Compile(t testing.TB, file string) *machine.Machine {
	t.Helper()
	return compiled.Get(t, file, func() (*machine.Machine, error) {
		return machine.Compile(t.Context(), ReadSheet(t, file), work.Limits{})
	})
}

var compiled Cache[*machine.Machine]

// Cache keeps what tests share, each made when it is first asked for.
type Cache[T any] struct {
	mutex sync.Mutex
	made  map[string]func() (T, error)
}

// Get is what was made for a name. An error fails the test.
func (c *Cache[T]) Get(t testing.TB, name string, make func() (T, error)) T {
	t.Helper()
	c.mutex.Lock()
	once, ok := c.made[name]
	if !ok {
		once = sync.OnceValues(make)
		if c.made == nil {
			c.made = map[string]func() (T, error){}
		}
		c.made[name] = once
	}
	c.mutex.Unlock()
	value, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// Names are the texts with the given numbers, sorted.
func Names(texts []string, numbers []int32) []string {
	list := []string{}
	for _, i := range numbers {
		list = append(list, texts[i])
	}
	slices.Sort(list)
	return list
}

// Numbered repeats a format with the numbers from 0 to n-1.
func Numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " "+format, i)
	}
	return b.String()
}

// BenchSheets runs a benchmark for the file of each shared sheet.
func BenchSheets(b *testing.B, run func(b *testing.B, file string)) {
	for _, file := range Sheets(b, "games") {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(b *testing.B) {
			run(b, file)
		})
	}
}

// CPUTime is the processor time that the process has used. Others may use the
// machine, so it says more than the time on the clock.
func CPUTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PerSecond reports how many states were evaluated in a second of processor
// time.
func PerSecond(b *testing.B, states int, since time.Duration) {
	b.ReportMetric(float64(states)/(CPUTime(b)-since).Seconds()/1e6, "Mstates/s")
	b.ReportMetric(0, "ns/op")
}
