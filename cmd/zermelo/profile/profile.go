// Package profile measures the program itself.
package profile

import (
	"cmp"
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/spf13/pflag"

	"zermelo/games"
)

// Profile are the flags for the files of "go tool pprof".
type Profile struct {
	cpu, memory string // files; "" for none
	cpuFile     *os.File
	memoryFile  *os.File
}

// Add adds the flags.
func (o *Profile) Add(flags *pflag.FlagSet) {
	flags.StringVar(&o.cpu, "cpuprofile", "", "write a profile of the processor time to `FILE`")
	flags.StringVar(&o.memory, "memprofile", "", "write a profile of the memory allocated to `FILE`")
}

// Start opens the files and begins the profile of the processor time.
func (o *Profile) Start() (err error) {
	if o.memory != "" {
		if o.memoryFile, err = os.Create(o.memory); err != nil {
			return games.BadInput("--memprofile: %v", err)
		}
	}
	if o.cpu != "" {
		if o.cpuFile, err = os.Create(o.cpu); err != nil {
			return games.BadInput("--cpuprofile: %v", err)
		}
		return pprof.StartCPUProfile(o.cpuFile)
	}
	return nil
}

// Stop writes the profiles.
func (o *Profile) Stop() error {
	if o.cpuFile != nil {
		pprof.StopCPUProfile()
		if err := o.cpuFile.Close(); err != nil {
			return fmt.Errorf("--cpuprofile: %w", err)
		}
	}
	if o.memoryFile != nil {
		err := pprof.Lookup("allocs").WriteTo(o.memoryFile, 0)
		if err = cmp.Or(err, o.memoryFile.Close()); err != nil {
			return fmt.Errorf("--memprofile: %w", err)
		}
	}
	return nil
}
