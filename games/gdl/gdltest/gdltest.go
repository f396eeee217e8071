// Package gdltest provides helpers for tests of rule sheets. It finds, parses
// and compiles the shared sheets, and defines small sheets.
//
// A test is skipped if the shared sheets are missing. Each sheet is compiled
// once per test program. Callers must not open a shared machine because opening
// modifies it. The package imports statemachine and the packages below it, so
// the tests of those packages must be external to use it.
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

	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// Shared returns the folder that contains the shared rule sheets, traces and
// expected verdicts. The path ends with a slash.
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

// Sheets returns the rule sheets in a folder of Shared. It skips the test if
// there are none.
func Sheets(t testing.TB, folder string) []string {
	t.Helper()
	files, _ := filepath.Glob(Shared() + folder + "/*.kif")
	if len(files) == 0 {
		t.Skipf("no rule sheets in %s%s", Shared(), folder)
	}
	return files
}

// ReadSheet parses a file. Syntax errors fail the test.
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

// CompileText compiles the text of a sheet.
func CompileText(t testing.TB, text string) *statemachine.Machine {
	t.Helper()
	rules, problems := sheet.Parse("test", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m, err := statemachine.Compile(t.Context(), rules, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Compile compiles a rule sheet. All tests of a program share the machine.
func Compile(t testing.TB, file string) *statemachine.Machine {
	t.Helper()
	return compiled.Get(t, file, func() (*statemachine.Machine, error) {
		return statemachine.Compile(t.Context(), ReadSheet(t, file), work.Limits{})
	})
}

var compiled Cache[*statemachine.Machine]

// Cache stores values by name. Each value is computed on first use.
type Cache[T any] struct {
	mutex sync.Mutex
	made  map[string]func() (T, error)
}

// Get returns the value for a name, which it computes with make on the first
// call. An error fails the test.
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

// Names returns the elements of texts with the given indexes, sorted.
func Names(texts []string, numbers []int32) []string {
	list := []string{}
	for _, i := range numbers {
		list = append(list, texts[i])
	}
	slices.Sort(list)
	return list
}

// Numbered formats the numbers 0 to n-1 and concatenates the results, each
// preceded by a blank.
func Numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " "+format, i)
	}
	return b.String()
}

// BenchSheets runs a sub-benchmark for each shared sheet.
func BenchSheets(b *testing.B, run func(b *testing.B, file string)) {
	for _, file := range Sheets(b, "games") {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(b *testing.B) {
			run(b, file)
		})
	}
}

// CPUTime returns the processor time used by the process. On a shared machine
// it is less noisy than wall time.
func CPUTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PerSecond reports the number of states evaluated per second of processor time. The
// argument since is the result of CPUTime before the evaluation.
func PerSecond(b *testing.B, states int, since time.Duration) {
	b.ReportMetric(float64(states)/(CPUTime(b)-since).Seconds()/1e6, "Mstates/s")
	b.ReportMetric(0, "ns/op")
}
