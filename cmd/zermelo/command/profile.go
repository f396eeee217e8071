package command

import (
	"cmp"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"

	"github.com/spf13/pflag"
)

// profile are the flags that measure the program itself, for "go tool pprof".
type profile struct {
	cpu, memory string // files; "" for none
	running     *os.File
}

func (o *profile) add(flags *pflag.FlagSet) {
	flags.StringVar(&o.cpu, "cpuprofile", "", "write a profile of the processor time to `FILE`")
	flags.StringVar(&o.memory, "memprofile", "", "write a profile of the memory allocated to `FILE`")
}

// start begins the profile of the processor time.
func (o *profile) start() (err error) {
	if o.cpu == "" {
		return nil
	}
	if o.running, err = os.Create(o.cpu); err != nil {
		return fmt.Errorf("--cpuprofile: %w", err)
	}
	return pprof.StartCPUProfile(o.running)
}

// stop writes the profiles.
func (o *profile) stop() error {
	if o.running != nil {
		pprof.StopCPUProfile()
		if err := o.running.Close(); err != nil {
			return fmt.Errorf("--cpuprofile: %w", err)
		}
	}
	if o.memory == "" {
		return nil
	}
	f, err := os.Create(o.memory)
	if err != nil {
		return fmt.Errorf("--memprofile: %w", err)
	}
	runtime.GC() // what is live is then as it is now
	err = pprof.Lookup("allocs").WriteTo(f, 0)
	if err = cmp.Or(err, f.Close()); err != nil {
		return fmt.Errorf("--memprofile: %w", err)
	}
	return nil
}
