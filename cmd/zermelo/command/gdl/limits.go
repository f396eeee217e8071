package gdl

import (
	"cmp"
	"time"

	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/work"
)

// Limits are the flags that bound the work on a rule sheet.
type Limits struct {
	memory usage.Size
	time   time.Duration
}

// AddAll adds the flags that all commands have, as all that take a game take a
// rule sheet.
func (l *Limits) AddAll(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "sheet-memory", "use up to about `SIZE` of memory to compile a rule sheet (default 1GiB)")
	flags.DurationVar(&l.time, "sheet-time", 0, "take up to `TIME` to compile a rule sheet, and as long again to prove facts about it (default 1m)")
}

// add adds the same flags by the names that they have in commands which only
// work with rule sheets.
func (l *Limits) add(flags *pflag.FlagSet) {
	flags.Var(&l.memory, "memory", "the same as --sheet-memory `SIZE`")
	flags.DurationVar(&l.time, "time", 0, "the same as --sheet-time `TIME`")
}

// Limits are the limits by the flags of all commands; see With.
func (l *Limits) Limits() (work.Limits, error) { return l.With(Limits{}) }

// With are these limits, and before them those of a command's own flags. It returns
// a games.InputError for a flag that is out of range.
func (l *Limits) With(own Limits) (work.Limits, error) {
	if own.time < 0 {
		return work.Limits{}, games.BadInput("--time %v: want a time as in 30s", own.time)
	}
	if l.time < 0 {
		return work.Limits{}, games.BadInput("--sheet-time %v: want a time as in 30s", l.time)
	}
	if err := usage.CheckGrounding("--memory", own.memory); err != nil {
		return work.Limits{}, err
	}
	if err := usage.CheckGrounding("--sheet-memory", l.memory); err != nil {
		return work.Limits{}, err
	}
	return work.Limits{
		Bytes: int64(cmp.Or(own.memory, l.memory)),
		Time:  cmp.Or(own.time, l.time),
	}, nil
}
