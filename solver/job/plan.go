package job

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// Options configures a solve. The zero value is ready to use.
type Options struct {
	Workers int // number of goroutines; 0 means one per processor; does not affect the solution
	// Memory is the memory limit in bytes. It defaults to half of the free
	// memory, or to three quarters of it for a game with numbered tiers. Data
	// that does not fit is kept in files.
	Memory int64
	// Limit is the maximum number of states to enumerate, counting symmetric
	// states once; 0 means DefaultLimit. It is lowered if the disk has too little space.
	// With DefaultLimit, a game that seems endless is an error; see Plan.Endless.
	Limit int64
	// CountTerminals requests the number of terminal states of a layered game even
	// if they are numerous. Terminal states are not stored, and counting them can
	// make a solve take 50% longer.
	CountTerminals bool
	Progress       *Progress // if not nil, updated during the solve
}

// Tracker returns o.Progress, or a new Progress if it is nil.
func (o *Options) Tracker() *Progress {
	if o.Progress == nil {
		return new(Progress)
	}
	return o.Progress
}

// DefaultLimit is the default limit on the number of states.
const DefaultLimit = 2_000_000_000

const (
	ProgramMemory = 40 << 20 // memory in bytes that MakePlan reserves for the program itself
	NonHeapMemory = 24 << 20 // memory in bytes that the Go runtime does not account for, mostly program text
	MinMemory     = 96 << 20 // minimum memory limit of a solve in bytes
)

// Plan describes how a solve uses memory, disk space and workers.
type Plan struct {
	Workers            int
	Chunk              int           // number of states per Expand call
	Buffer             int           // number of states per worker buffer
	RunMemory          int64         // memory for runs in bytes
	Window             int64         // memory in bytes for the states and values of layers being solved
	Tables             int64         // memory in bytes for the lookup table of a layer and the solving step together
	Piece              int           // number of states per read of a layer on disk
	SmallLayers        int64         // consecutive layers of up to this many bytes together share a file
	CheckpointInterval time.Duration // minimum work between checkpoints; see checkpoint.Clock
	Limit              int64         // maximum number of states
	Disk               bool          // Limit results from the free disk space
	IgnoreEndless      bool          // Endless always returns nil
	Words              int
	MaxCounted         int64 // terminal states are counted if at most this many states are stored
	MinLinked          int   // minimum number of states in a layer whose edges to children are stored
}

// Terminal states are always counted if at most autoCountLimit states are stored,
// which takes less than 0.1 s. For a layer with fewer than minLinkedStates states,
// expanding it again is faster than storing the edges to its children.
const (
	autoCountLimit  = 1 << 18
	minLinkedStates = 1 << 14
)

// MakePlan divides the memory limit of a solve. Runs, worker buffers and the
// layers in use get a quarter each. The remaining quarter covers everything
// else, such as the table writer and heap overhead.
func MakePlan[S games.State](work string, span int, o Options) (Plan, error) {
	p := Plan{Workers: o.WorkerCount(), Words: games.Words[S](), Piece: pieceStates, SmallLayers: smallLayers, CheckpointInterval: CheckpointInterval, MaxCounted: autoCountLimit, MinLinked: minLinkedStates}
	if o.CountTerminals {
		p.MaxCounted = math.MaxInt64
	}
	memory := o.MemoryLimit()
	if memory < MinMemory {
		return p, games.BadInput("%d MiB of memory is not enough; a solve requires at least %d MiB", memory>>20, int64(MinMemory)>>20)
	}
	stateBytes := int64(8 * p.Words)
	share := (memory - ProgramMemory) / 4
	p.RunMemory = share
	p.Window = share
	p.Tables = 5 * share / 2 // runs and buffers are not used at that time
	// Each worker owns span+3 buffers: span for children, one spare and two for
	// merging.
	buffer := share / int64(p.Workers) / int64(span+3) / stateBytes
	p.Buffer = int(min(max(buffer, 1<<13), 1<<22))
	p.Chunk = min(1<<12, max(1<<10, p.Buffer/8))
	p.Limit, p.Disk = o.StateLimit(work, p.Words)
	p.IgnoreEndless = o.Limit != 0 && o.Limit != DefaultLimit
	return p, nil
}

// WorkerCount returns the number of workers.
func (o *Options) WorkerCount() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// MemoryLimit returns the memory limit in bytes.
func (o *Options) MemoryLimit() int64 {
	if o.Memory != 0 {
		return o.Memory
	}
	return max(MinMemory, machine.FreeMemory()/2)
}

// StateLimit returns the maximum number of states that a solve in the directory work
// can enumerate if each state has the given number of words. It also reports whether
// free disk space determines the limit.
func (o *Options) StateLimit(work string, words int) (limit int64, disk bool) {
	limit = cmp.Or(o.Limit, DefaultLimit)
	if free, err := machine.FreeDisk(work); err == nil {
		if byDisk := int64(float64(free) * 0.9 / float64(DiskBytes(words))); byDisk < limit {
			return byDisk, true
		}
	}
	return limit, false
}

// DiskBytes returns the maximum disk space in bytes that a solve takes per state.
// The scratch files contain a copy of each state. The table took 0.2 to 2 bytes per
// state in measurements, and its size doubles while it is being completed.
func DiskBytes(words int) int64 { return int64(8*words + 8) }

// Check returns a *TooLargeError if the layers enumerated so far have more states
// than the limit. It ignores EstimateStates, which can be wrong by a factor of 100.
func (p *Plan) Check(sizes []int64) error {
	var found int64
	for _, n := range sizes {
		found += n
	}
	if found <= p.Limit {
		return nil
	}
	return &TooLargeError{Sizes: sizes, Found: found, Estimate: EstimateStates(sizes), Limit: p.Limit, Disk: p.Disk}
}

// endlessLayers is the number of layers after which a game may seem endless. Most finite games
// have fewer layers, or their sizes change.
const endlessLayers = 100_000

// Endless returns a *TooLargeError if the game seems to have infinitely many states, because a
// multiple of endlessLayers layers are enumerated and the last ones have a constant average
// size. The function example formats a state of the last layer.
func (p *Plan) Endless(sizes []int64, example func() (string, error)) error {
	n := len(sizes)
	if p.IgnoreEndless || n == 0 || n%endlessLayers != 0 || sizes[n-1] == 0 {
		return nil
	}
	half := endlessLayers / 2
	before, last := sum(sizes[n-endlessLayers:n-half]), sum(sizes[n-half:])
	if math.Abs(last-before) > last/100 {
		return nil
	}
	state, err := example()
	if err != nil {
		return err
	}
	return &TooLargeError{Sizes: sizes, Found: int64(sum(sizes)), Limit: p.Limit, Endless: state}
}

const minEstimateStates = 1000 // minimum number of states required for an extrapolation

// EstimateStates estimates the total number of states, given the sizes of the first
// layers. It assumes that the growth from one layer to the next decreases by a
// constant factor, as in games where pieces approach and block each other. It
// measures the growth and its decrease over four windows, which together span the last
// quarter to half of the layers, because the sizes of single layers can fluctuate.
// Each window has an even number of layers because layers may alternate between the
// sides. The result is rough and tends to be too small.
func EstimateStates(sizes []int64) float64 {
	total := sum(sizes)
	if total < minEstimateStates {
		return total
	}
	width := 2 * max(1, len(sizes)/16)
	var windows [4]float64 // last window first
	for i := range windows {
		end := len(sizes) - i*width
		if end < width {
			return total
		}
		if windows[i] = sum(sizes[end-width : end]); windows[i] == 0 {
			return total
		}
	}
	w := float64(width)
	growth := math.Log(windows[0]/windows[1]) / w // growth per layer between the last two windows
	before := math.Log(windows[2]/windows[3]) / w
	bend := min((growth-before)/(2*w), -0.002)
	size := windows[0] / w
	for range width / 2 { // advance from the middle of the window to its end
		size *= math.Exp(growth + bend*w/2)
	}
	growth += bend * w
	for range 10_000 {
		growth += bend
		size *= math.Exp(growth)
		total += size
		if size < 1 || total > 1e30 {
			break
		}
	}
	return total
}

func sum(sizes []int64) float64 {
	total := 0.0
	for _, n := range sizes {
		total += float64(n)
	}
	return total
}

// TooLargeError is returned if a game has too many states for a strong solution.
type TooLargeError struct {
	Sizes    []int64 // enumerated states by layer
	Found    int64   // sum of Sizes
	Estimate float64 // estimated total number of states
	Limit    int64   // maximum number of states
	Disk     bool    // Limit results from the free disk space
	Memory   bool    // Limit results from the memory
	// Low is a forecast's lower bound on the number of states, or 0. Needs is the
	// estimated processor time in seconds, if the game was rejected because of it or
	// because of the disk space that the forecast requires.
	Low   float64
	Needs float64
	// Scratch is the estimated disk space of the solve in bytes, or 0 if it is not known.
	Scratch int64
	// MaxScratch is the limit on Scratch in bytes, if the game was rejected because of it.
	MaxScratch int64
	// Endless, if not empty, is a state of the last layer of a game that seems to have
	// infinitely many states; see Plan.Endless.
	Endless string
	// Kept reports whether the states that have been enumerated are kept, so that the
	// solve can be resumed.
	Kept bool
}

func (e *TooLargeError) Error() string {
	reason := "the limit is"
	if e.Disk {
		reason = "the free disk space allows"
	}
	if e.Memory {
		reason = "the memory allows"
	}
	if e.Endless != "" {
		return fmt.Sprintf("play seems to have no end: the average size of the last %s layers is constant; %s states enumerated, such as %s",
			Count(endlessLayers), Count(e.Found), e.Endless)
	}
	if e.Low > 0 {
		least := ""
		if e.Low < e.Estimate {
			least = ", at least " + About(e.Low)
		}
		return fmt.Sprintf("too large for a strong solution: about %s states%s; %s", About(e.Estimate), least, e.reason(reason))
	}
	rest := fmt.Sprintf("about %s in total by extrapolation", About(e.Estimate))
	if e.Estimate <= float64(e.Found) {
		rest = "too few to estimate the total"
	}
	return fmt.Sprintf("too large for a strong solution: %s states enumerated in %d layers (the last has %s), %s; %s %s",
		Count(e.Found), len(e.Sizes), Count(e.Sizes[len(e.Sizes)-1]), rest, reason, Count(e.Limit))
}

func (e *TooLargeError) reason(limit string) string {
	if e.Needs == 0 {
		return fmt.Sprintf("%s %s", limit, Count(e.Limit))
	}
	cost := fmt.Sprintf("solving them takes %s of processor time", Qualified("about", Span(e.Needs)))
	if e.Disk || e.Scratch >= 1<<30 {
		cost += fmt.Sprintf(" and %s of disk space", bytes(e.Scratch))
	}
	switch {
	case e.MaxScratch > 0:
		cost += fmt.Sprintf(", more than half of the free space (%s)", bytes(e.MaxScratch))
	case e.Disk:
		cost += fmt.Sprintf("; %s %s", limit, Count(e.Limit))
	}
	return cost
}

// bytes formats a number of bytes with a unit from MiB to PiB.
func bytes(n int64) string {
	if n >= math.MaxInt64/2 {
		return "more than 4,000 PiB"
	}
	size, units := float64(n)/(1<<20), []string{"MiB", "GiB", "TiB", "PiB"}
	for ; size >= 1024 && len(units) > 1; units = units[1:] {
		size /= 1024
	}
	return About(size) + " " + units[0]
}

// Qualified returns a qualifier, such as "about", and a quantity. It omits the qualifier
// if the quantity begins with "more than".
func Qualified(qualifier, quantity string) string {
	if strings.HasPrefix(quantity, "more than ") {
		return quantity
	}
	return qualifier + " " + quantity
}

// Count formats a number with commas as thousands separators.
func Count(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// About formats an estimated number, as in "1,200", "35 million" or "10^17".
func About(x float64) string {
	names := []string{"million", "billion", "trillion"}
	switch {
	case x < 1e6:
		return Count(int64(x))
	case x >= 1e15:
		return fmt.Sprintf("10^%.0f", math.Log10(x))
	}
	for x >= 1e9 {
		x, names = x/1000, names[1:]
	}
	x /= 1e6
	if x < 10 {
		return fmt.Sprintf("%.1f %s", x, names[0])
	}
	return fmt.Sprintf("%.0f %s", x, names[0])
}

const pieceStates = 1 << 15 // default number of states read at a time from a layer on disk

const smallLayers = 1 << 18 // default size in bytes of a file with several small layers

// CheckpointInterval is the initial minimum work between checkpoints; see
// checkpoint.Clock.
const CheckpointInterval = 250 * time.Millisecond

// Span formats an estimated time given in seconds, as in "350 ms", "2m10s", "4.5 days",
// "12 years" or "more than a million years".
func Span(seconds float64) string {
	const day, year = 24 * 60 * 60, 365 * 24 * 60 * 60
	switch {
	case seconds > 1e6*year:
		return "more than a million years"
	case seconds >= 20*year:
		return About(seconds/year) + " years"
	case seconds >= 1000*day:
		return fmt.Sprintf("%.1f years", seconds/year)
	case seconds >= 2*day:
		return fmt.Sprintf("%.1f days", seconds/day)
	case seconds >= 60:
		return time.Duration(seconds * 1e9).Round(time.Second).String()
	case seconds >= 1:
		return fmt.Sprintf("%.2f s", seconds)
	}
	return fmt.Sprintf("%.0f ms", seconds*1e3)
}
