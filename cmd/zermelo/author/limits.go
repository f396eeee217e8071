package author

import (
	"time"

	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/work"
)

// Limits holds the flags that limit the compilation of rule sheets. All commands have
// these flags.
type Limits struct {
	memory usage.Size
	time   time.Duration
}

// Add adds the flags.
func (l *Limits) Add(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "sheet-memory", "use up to `SIZE` of memory to compile a rule sheet (default 1GiB)")
	flags.DurationVar(&l.time, "sheet-time", 0, "use up to `TIME` to compile a rule sheet (default 1m)")
}

// Limits returns the limits. It returns a games.InputError if a flag is out of range.
func (l *Limits) Limits() (work.Limits, error) {
	if l.time < 0 {
		return work.Limits{}, games.BadInput("--sheet-time %v: must not be negative", l.time)
	}
	if err := usage.CheckGrounding("--sheet-memory", l.memory); err != nil {
		return work.Limits{}, err
	}
	return work.Limits{Bytes: int64(l.memory), Time: l.time}, nil
}

// Apply calls use with the limits. It also limits the memory of the process until use
// returns. Apply returns a games.InputError if a flag is out of range.
func (l *Limits) Apply(use func(work.Limits) error) error {
	limits, err := l.Limits()
	if err != nil {
		return err
	}
	defer usage.LimitGrounding(usage.Size(limits.Bytes))()
	return use(limits)
}
