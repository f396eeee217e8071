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

// Size is a flag with an amount of memory in bytes, as in "512MiB", "1.5GiB" or "2G". It
// implements pflag.Value; 0 means that the flag was not given.
type Size int64

// units are the prefixes of the powers of 1024.
func units() []string { return []string{"", "K", "M", "G", "T"} }

// Set reads a size. K, M, G and T are powers of 1024 with or without "iB" or
// "B"; a number alone is bytes.
func (s *Size) Set(text string) error {
	digits := strings.TrimRight(text, "KMGTkmgtiBb ")
	unit := strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text[len(digits):])), "B")
	power := slices.Index(units(), strings.TrimSuffix(unit, "I"))
	n, err := strconv.ParseFloat(digits, 64)
	n *= math.Pow(1024, float64(power))
	if power < 0 || err != nil || !(n >= 1 && n < math.MaxInt64) {
		return errors.New("want a size as in 512MiB or 2GiB")
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

// Type names the flag's value in the help.
func (*Size) Type() string { return "SIZE" }

// bound is the range of a flag's size: at least least bytes, at most what the machine
// has.
type bound struct {
	flag  string // with its dashes
	least Size
	most  Size   // bytes, 0 where the system does not report it
	has   string // what most is, in words
}

const (
	// leastCache is the smallest useful table of a search: with few entries it finds
	// the same results again and again.
	leastCache = 1 << 20
	// leastGrounding is the least memory for making a rule sheet free of variables.
	leastGrounding = 1 << 20
	// anyMachine stands for the memory of a machine that does not report it.
	anyMachine = 1 << 42
)

// CheckCache checks the size of a search's table. The table fills up, so it must fit
// into the free memory.
func CheckCache(s Size) error {
	return bound{"--cache", leastCache, Size(machine.FreeMemory()), "are free"}.check(s)
}

// CheckMemory checks a limit for the memory of a solve. A solve can stay below it, so
// the limit must only be within what the machine has.
func CheckMemory(s Size) error {
	return bound{"--memory", job.MinMemory, Size(machine.TotalMemory()), "is all that this machine has"}.check(s)
}

// LimitMemory sets the memory limit of the process, unless it is 0, and returns a function that lifts it.
func LimitMemory(s Size) (lift func()) {
	if s == 0 {
		return func() {}
	}
	before := debug.SetMemoryLimit(int64(s) - job.NotHeap)
	return func() { debug.SetMemoryLimit(before) }
}

// LimitGrounding sets the memory limit of the process while a rule sheet is compiled with so
// much memory, 0 for the default, and returns a function that lifts it: what is counted leaves
// out what waits to be collected. As the heap goes over its limit while a list grows, a sixteenth
// is kept free. A limit that is lower already stays. A little more than the least memory is
// always left, as collecting all the time takes longer than any limit.
func LimitGrounding(s Size) (lift func()) {
	s = cmp.Or(s, work.DefaultBytes)
	s = max(64<<20+job.NotHeap, s-s/16)
	if before := debug.SetMemoryLimit(-1); before < int64(s)-job.NotHeap {
		s = 0
	}
	return LimitMemory(s)
}

// CheckGrounding checks a limit for the memory of grounding a rule sheet; flag is the
// flag it was given by.
func CheckGrounding(flag string, s Size) error {
	return bound{flag, leastGrounding, Size(machine.TotalMemory()), "is all that this machine has"}.check(s)
}

// check finds a size that is out of range; 0 stands for the default.
func (b bound) check(s Size) error {
	most, has := b.most, b.has
	if most == 0 {
		most, has = anyMachine, "is more than enough"
	}
	switch {
	case s == 0 || s >= b.least && s <= most:
		return nil
	case s < b.least:
		return games.BadInput("%s %s is too little: %s is the least, as in \"%s %s\"", b.flag, &s, &b.least, b.flag, &b.least)
	case most < b.least:
		return games.BadInput("%s %s is too much: only %s %s; leave %s out", b.flag, &s, most.rounded(), has, b.flag)
	}
	return games.BadInput("%s %s is too much: %s %s; try \"%s %s\"", b.flag, &s, most.rounded(), has, b.flag, max(b.least, most/2).rounded())
}

// rounded formats a size in the largest unit of which it has at least ten, rounded down.
func (s Size) rounded() string {
	for shift := 40; shift > 0; shift -= 10 {
		if s >= 10<<shift {
			s = s >> shift << shift
			break
		}
	}
	return s.String()
}
