package job

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
)

// Options of a solve. The zero value is ready to use.
type Options struct {
	// Workers is the number of goroutines that work; 0 means one for each
	// processor. The solution does not depend on it.
	Workers int
	// Memory is how much memory to use at most, in bytes; 0 means half of what
	// is free, for a game with numbered tiers three quarters. What does not fit is
	// kept in files.
	Memory int64
	// Limit is how many states to enumerate at most, up to symmetry; 0 means
	// DefaultLimit. Less is used where the disk is too small.
	Limit int64
	// CountTerminals counts the terminal states of a layered game, which are not stored,
	// also where there are many. It takes up to half as long again.
	CountTerminals bool
	// Progress, if not nil, is kept up to date.
	Progress *Progress
}

// Tracker is where a solve tells how far it is.
func (o *Options) Tracker() *Progress {
	if o.Progress == nil {
		return new(Progress)
	}
	return o.Progress
}

// DefaultLimit is the number of states a solve goes on to by default.
const DefaultLimit = 2_000_000_000

// Program is what the program needs besides what a plan divides, in bytes.
const Program = 40 << 20

// NotHeap is what of the memory of the program the Go runtime does not count, its
// text above all, in bytes.
const NotHeap = 24 << 20

// MinMemory is the least memory limit that a solve runs with, in bytes.
const MinMemory = 96 << 20

// Plan is how a solve divides what it may use.
type Plan struct {
	Workers int
	Chunk   int           // states that a worker expands at once
	Buffer  int           // states in a worker's buffer before it is sorted into a run
	Held    int64         // bytes of runs held in memory
	Window  int64         // bytes of states and values held in memory while solving
	Tables  int64         // bytes of a table of a layer, and of values, while solving
	Piece   int           // states of a layer on disk that are read at once
	Every   time.Duration // how much time a crash may cost; see clock
	Limit   int64         // states at most
	Disk    bool          // the disk, not the user, set the limit
	Words   int
	Counted int64 // stored states up to which terminal states are counted
	Linked  int   // states that a layer has at least whose children are linked
}

// countedUnasked is the number of stored states up to which terminal states are counted
// unasked: that takes less than 0.1 s. Fewer states than linkedStates are not worth the
// links of their children.
const (
	countedUnasked = 1 << 18
	linkedStates   = 1 << 14
)

// MakePlan divides the memory: a quarter each for runs, for the workers'
// buffers and for the layers in use, the rest for everything else (the table's
// writer, the heap's slack).
func MakePlan[S games.State](work string, span int, o Options) (Plan, error) {
	p := Plan{Workers: o.WorkerCount(), Words: games.Words[S](), Piece: pieceStates, Every: CheckpointEvery, Counted: countedUnasked, Linked: linkedStates}
	if o.CountTerminals {
		p.Counted = math.MaxInt64
	}
	memory := o.MemoryLimit()
	if memory < MinMemory {
		return p, games.BadInput("%d MiB of memory: a solve needs at least %d MiB", memory>>20, int64(MinMemory)>>20)
	}
	stateBytes := int64(8 * p.Words)
	share := (memory - Program) / 4
	p.Held = share
	p.Window = share
	p.Tables = 5 * share / 2 // runs and buffers are not in use then
	// A worker has span buffers, a spare one and the two of a merge.
	buffer := share / int64(p.Workers) / int64(span+3) / stateBytes
	p.Buffer = int(min(max(buffer, 1<<13), 1<<22))
	p.Chunk = min(1<<12, max(1<<10, p.Buffer/8))
	p.Limit, p.Disk = o.StateLimit(work, p.Words)
	return p, nil
}

// WorkerCount is how many goroutines work.
func (o *Options) WorkerCount() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// MemoryLimit is how much memory to use at most, in bytes.
func (o *Options) MemoryLimit() int64 {
	if o.Memory != 0 {
		return o.Memory
	}
	return max(MinMemory, machine.FreeMemory()/2)
}

// StateLimit is how many states of so many words a solve enumerates at most with its
// files in the folder work, and whether it is the disk that limits them.
func (o *Options) StateLimit(work string, words int) (limit int64, disk bool) {
	limit = cmp.Or(o.Limit, DefaultLimit)
	if free, err := machine.FreeDisk(work); err == nil {
		if byDisk := int64(float64(free) * 0.9 / float64(DiskBytes(words))); byDisk < limit {
			return byDisk, true
		}
	}
	return limit, false
}

// DiskBytes is what a state of so many words takes on disk while a game is solved, at
// most: its scratch copy, and in the table a few bytes (measured: 0.2 to 2), twice
// while that is completed.
func DiskBytes(words int) int64 { return int64(8*words + 8) }

// Check stops an enumeration that is over the limit. One that is not over it yet goes on:
// the extrapolation is off by a hundred times for games that end after a number of plies.
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

// guessFrom is how many states say anything about the rest.
const guessFrom = 1000

// EstimateStates extrapolates the sizes of all layers from the first ones. It
// takes the growth from layer to layer to fall by the same factor each time,
// as it does where pieces meet and block each other, and measures both over four
// windows, which make up the last quarter to half of the layers: sizes of single
// layers can go up and down, as those of Kalah do, where a ply goes past many
// layers. Windows have an even number of layers, as the sides may differ. The
// result is a rough guess, more often too small than too large.
func EstimateStates(sizes []int64) float64 {
	total := sum(sizes)
	if total < guessFrom {
		return total
	}
	width := 2 * max(1, len(sizes)/16)
	var windows [4]float64 // the last one first
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
	growth := math.Log(windows[0]/windows[1]) / w // where the two meet
	before := math.Log(windows[2]/windows[3]) / w
	bend := min((growth-before)/(2*w), -0.002)
	size := windows[0] / w
	for range width / 2 { // from the middle of the window to its end
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

// sum adds up the sizes of layers.
func sum(sizes []int64) float64 {
	total := 0.0
	for _, n := range sizes {
		total += float64(n)
	}
	return total
}

// TooLargeError says that a game has more states than a strong solution can
// take.
type TooLargeError struct {
	Sizes    []int64 // enumerated states by layer
	Found    int64   // their sum
	Estimate float64 // of all states
	Limit    int64   // states allowed
	Disk     bool    // the limit comes from the free disk space
	Memory   bool    // the limit comes from the memory
	// Low is what a forecast takes for the least number of states; 0 if there is no
	// forecast. Needs is the processor time that it takes a solve to need; it is set
	// where that, and not Limit, is too much.
	Low   float64
	Needs time.Duration
}

func (e *TooLargeError) Error() string {
	reason := "the limit is"
	if e.Disk {
		reason = "the free disk space allows"
	}
	if e.Memory {
		reason = "the memory allows"
	}
	if e.Low > 0 {
		least := ""
		if e.Low < e.Estimate {
			least = ", at least " + About(e.Low)
		}
		return fmt.Sprintf("too large for a strong solution: about %s states%s; %s", About(e.Estimate), least, e.reason(reason))
	}
	rest := fmt.Sprintf("about %s in all by extrapolation", About(e.Estimate))
	if e.Estimate <= float64(e.Found) {
		rest = "too few for an estimate of the rest"
	}
	return fmt.Sprintf("too large for a strong solution: %s states enumerated in %d layers (the last has %s), %s; %s %s",
		Count(e.Found), len(e.Sizes), Count(e.Sizes[len(e.Sizes)-1]), rest, reason, Count(e.Limit))
}

func (e *TooLargeError) reason(limit string) string {
	if e.Needs > 0 {
		return fmt.Sprintf("solving them takes about %s of processor time", e.Needs.Round(time.Second))
	}
	return fmt.Sprintf("%s %s", limit, Count(e.Limit))
}

// Count writes a number with commas between thousands.
func Count(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// About writes an estimate, as in "1,200", "35 million" or "10^17".
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

// pieceStates is how many states of a layer on disk are read at once by default.
const pieceStates = 1 << 15

// CheckpointEvery is how much time a crash may cost at first; see clock.
const CheckpointEvery = 250 * time.Millisecond
