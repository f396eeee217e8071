package usage

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/work"
	"zermelo/solver/job"
	"zermelo/solver/machine"
)

// Size is an amount of memory in bytes. As a flag, it is written as "512MiB",
// "1.5GiB" or "2G". The value 0 means that the flag is not set.
type Size int64

// units returns the unit prefixes for powers of 1024, in ascending order.
func units() []string { return []string{"", "K", "M", "G", "T"} }

// Set implements pflag.Value. The units K, M, G and T denote powers of 1024. A
// number without a unit is in bytes.
func (s *Size) Set(text string) error {
	digits := strings.TrimRight(text, "KMGTkmgtiBb ")
	unit := strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text[len(digits):])), "B")
	power := slices.Index(units(), strings.TrimSuffix(unit, "I"))
	n, err := strconv.ParseFloat(digits, 64)
	n *= math.Pow(1024, float64(power))
	if power < 0 || err != nil || !(n >= 1 && n < math.MaxInt64) {
		return errors.New("must be a size, such as 512MiB or 2GiB")
	}
	*s = Size(n)
	return nil
}

func (s *Size) String() string {
	if *s == 0 {
		return ""
	}
	for power := len(units()) - 1; power > 0; power-- {
		if shift := 10 * power; *s%(1<<shift) == 0 {
			return fmt.Sprintf("%d%siB", *s>>shift, units()[power])
		}
	}
	return fmt.Sprintf("%dB", int64(*s))
}

// Type implements pflag.Value.
func (*Size) Type() string { return "SIZE" }

// bound is the valid range of a size, in bytes.
type bound struct {
	flag   string // with its dashes
	min    Size
	max    Size   // memory of the machine; 0 if unknown
	reason string // reason for max, a format with one %s for its size
}

const (
	minCache     = 1 << 20 // below this size, a search repeats too much work
	minGrounding = 1 << 20
	maxUnknown   = 1 << 42 // upper bound if the memory of the machine is unknown
)

// CheckCache returns an error if a transposition table of size s is too small or
// exceeds the free memory.
func CheckCache(s Size) error {
	return bound{"--cache", minCache, Size(machine.FreeMemory()), "only %s are free"}.check(s)
}

// CheckMemory returns an error if s is too small for a solve or exceeds the memory
// of the machine.
func CheckMemory(s Size) error {
	return bound{"--memory", job.MinMemory, Size(machine.TotalMemory()), "this machine has %s"}.check(s)
}

// LimitMemory sets the memory limit of the process and returns a function that
// restores the previous limit. If s is 0, it does nothing.
func LimitMemory(s Size) (restore func()) {
	if s == 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(int64(s) - job.NonHeapMemory)
	return func() { debug.SetMemoryLimit(before) }
}

// LimitGrounding limits the memory of the process while a rule sheet is grounded
// with at most s bytes, or the default if s is 0. It returns a function that
// restores the previous limit. Grounding counts live objects but not garbage. A
// sixteenth of s is reserved, because the heap exceeds its limit while a list grows.
// The new limit is at least 64 MiB above the runtime's own memory, to leave room for
// garbage. A lower limit that is already set stays in place.
func LimitGrounding(s Size) (restore func()) {
	s = cmp.Or(s, work.DefaultBytes)
	s = max(64<<20+job.NonHeapMemory, s-s/16)
	if before := debug.SetMemoryLimit(-1); before < int64(s)-job.NonHeapMemory {
		s = 0
	}
	return LimitMemory(s)
}

// CheckGrounding returns an error if s, the value of flag, is not a valid memory
// limit for grounding a rule sheet.
func CheckGrounding(flag string, s Size) error {
	return bound{flag, minGrounding, Size(machine.TotalMemory()), "this machine has %s"}.check(s)
}

// check returns an error if s is out of range. The value 0 means the default.
func (b bound) check(s Size) error {
	limit, reason := b.max, b.reason
	if limit == 0 {
		limit, reason = maxUnknown, "the maximum is %s"
	}
	switch {
	case s == 0 || s >= b.min && s <= limit:
		return nil
	case s < b.min:
		return games.BadInput("%s %s: must be at least %s", b.flag, &s, &b.min)
	case limit < b.min:
		return games.BadInput("%s %s: too large (%s); omit %s", b.flag, &s, fmt.Sprintf(reason, limit.rounded()), b.flag)
	}
	return games.BadInput("%s %s: too large (%s); try %s %s", b.flag, &s, fmt.Sprintf(reason, limit.rounded()), b.flag, max(b.min, limit/2).rounded())
}

// rounded formats s in the largest unit in which it is at least 10. It rounds down.
func (s Size) rounded() string {
	for shift := 40; shift > 0; shift -= 10 {
		if s >= 10<<shift {
			s = s >> shift << shift
			break
		}
	}
	return s.String()
}
