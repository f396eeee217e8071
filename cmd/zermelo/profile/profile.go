// Package profile writes CPU and memory profiles for "go tool pprof".
package profile

import (
	"cmp"
	"fmt"
	"os"
	"runtime/pprof"

	"github.com/spf13/pflag"

	"zermelo/games"
)

// Profile holds the hidden flags --cpuprofile and --memprofile.
type Profile struct {
	cpu, memory string // file names; "" for none
	cpuFile     *os.File
	memoryFile  *os.File
}

// Add registers the flags.
func (o *Profile) Add(flags *pflag.FlagSet) {
	flags.StringVar(&o.cpu, "cpuprofile", "", "write a CPU profile to `FILE`")
	flags.StringVar(&o.memory, "memprofile", "", "write a memory profile to `FILE`")
	flags.Lookup("cpuprofile").Hidden, flags.Lookup("memprofile").Hidden = true, true
}

// Start creates the files and starts the CPU profile.
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

// Stop writes the profiles and closes the files.
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
