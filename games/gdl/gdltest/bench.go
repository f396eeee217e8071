//go:build unix

package gdltest

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

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
