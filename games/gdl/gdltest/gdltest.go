// Package gdltest contains helpers for tests of rule sheets. It finds, reads
// and compiles the shared sheets, and contains small sheets.
//
// A test is skipped if the shared sheets are missing. Each sheet is compiled
// once per test program; callers must not open the shared machine, as that
// changes it. The package imports the packages up to statemachine, so tests of
// those must be external to use it.
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

// Shared returns the folder of the shared rule sheets, traces and expected
// verdicts, with a trailing slash.
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

// Sheets returns the files of a folder in Shared, or skips the test.
func Sheets(t testing.TB, folder string) []string {
	t.Helper()
	files, _ := filepath.Glob(Shared() + folder + "/*.kif")
	if len(files) == 0 {
		t.Skipf("no rule sheets in %s%s", Shared(), folder)
	}
	return files
}

// ReadSheet parses a file without syntax errors.
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

// Compile compiles the sheet of a file. Tests of one program share the machine.
func Compile(t testing.TB, file string) *statemachine.Machine {
	t.Helper()
	return compiled.Get(t, file, func() (*statemachine.Machine, error) {
		return statemachine.Compile(t.Context(), ReadSheet(t, file), work.Limits{})
	})
}

var compiled Cache[*statemachine.Machine]

// Cache stores values by name and makes each on first use.
type Cache[T any] struct {
	mutex sync.Mutex
	made  map[string]func() (T, error)
}

// Get returns the value for a name. An error fails the test.
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

// Names returns the texts with the given numbers, sorted.
func Names(texts []string, numbers []int32) []string {
	list := []string{}
	for _, i := range numbers {
		list = append(list, texts[i])
	}
	slices.Sort(list)
	return list
}

// Numbered formats the numbers from 0 to n-1 and concatenates the results.
func Numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " "+format, i)
	}
	return b.String()
}

// BenchSheets runs a benchmark for each shared sheet.
func BenchSheets(b *testing.B, run func(b *testing.B, file string)) {
	for _, file := range Sheets(b, "games") {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(b *testing.B) {
			run(b, file)
		})
	}
}

// CPUTime returns the processor time of the process. It is less noisy than wall
// time on a shared machine.
func CPUTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// PerSecond reports the number of states evaluated per second of processor
// time.
func PerSecond(b *testing.B, states int, since time.Duration) {
	b.ReportMetric(float64(states)/(CPUTime(b)-since).Seconds()/1e6, "Mstates/s")
	b.ReportMetric(0, "ns/op")
}
