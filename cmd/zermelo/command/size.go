package command

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// size is a flag with an amount of memory in bytes, written as in "512MiB",
// "1.5GiB" or "2G". It implements pflag.Value; 0 means that it was not given.
type size int64

// Set reads a size. K, M, G and T are powers of 1024 with or without "iB" or
// "B"; a number alone is bytes.
func (s *size) Set(text string) error {
	digits := strings.TrimRight(text, "KMGTkmgtiBb ")
	factor, ok := unitFactor(strings.TrimSpace(text[len(digits):]))
	n, err := strconv.ParseFloat(digits, 64)
	if !ok || err != nil || math.IsNaN(n) || n <= 0 || n*factor < 1 || n*factor >= math.MaxInt64 {
		return fmt.Errorf("want a size as in 512MiB or 2GiB")
	}
	*s = size(n * factor)
	return nil
}

// unitFactor is the number of bytes of a unit, false if there is no such unit.
func unitFactor(unit string) (float64, bool) {
	unit = strings.ToUpper(unit)
	unit = strings.TrimSuffix(unit, "B")
	unit = strings.TrimSuffix(unit, "I")
	switch unit {
	case "":
		return 1, true
	case "K":
		return 1 << 10, true
	case "M":
		return 1 << 20, true
	case "G":
		return 1 << 30, true
	case "T":
		return 1 << 40, true
	}
	return 0, false
}

func (s *size) String() string {
	n := int64(*s)
	if n == 0 {
		return ""
	}
	for _, u := range []struct {
		shift int
		name  string
	}{{40, "TiB"}, {30, "GiB"}, {20, "MiB"}, {10, "KiB"}} {
		if n%(1<<u.shift) == 0 {
			return fmt.Sprintf("%d%s", n>>u.shift, u.name)
		}
	}
	return fmt.Sprintf("%dB", n)
}

// Type names the flag's value in the help.
func (*size) Type() string { return "SIZE" }
