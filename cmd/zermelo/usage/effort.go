package usage

import (
	"cmp"

	"github.com/spf13/pflag"

	"zermelo/games"
)

// Effort holds the flags --workers and --memory of long-running commands.
type Effort struct {
	Workers int  // 0 means one per core
	Memory  Size // 0 means the default of the command
}

// Add registers the flags.
func (e *Effort) Add(flags *pflag.FlagSet) {
	flags.IntVar(&e.Workers, "workers", 0, "use `N` workers (default all cores)")
	flags.Var(&e.Memory, "memory", "use up to `SIZE` of memory, such as 2GiB (default half of the free memory)")
}

// Check returns an error if a flag is out of range.
func (e *Effort) Check() error {
	return cmp.Or(CheckThreads("--workers", e.Workers), CheckMemory(e.Memory))
}

// maxThreads is the maximum number of workers. It limits the memory for their
// buffers.
const maxThreads = 1024

// CheckThreads returns an error if n, the value of flag, is out of range.
func CheckThreads(flag string, n int) error {
	if n < 0 || n > maxThreads {
		return games.BadInput("%s %d: must be between 1 and %d, or 0 for one per core", flag, n, maxThreads)
	}
	return nil
}
