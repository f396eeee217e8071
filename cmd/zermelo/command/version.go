package command

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
)

func (p *program) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Print the version, commit and commit date of the program, the version of Go that
built it, and the platform.

Each table records the version that wrote it.`,
		Example: `  zermelo version
  zermelo version --json`,
		Args: usage.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			b := buildInfo()
			return p.out.Show(b, func() { p.printf("%s\n", b.text(p.name)) })
		},
	}
}

type versionInfo struct {
	Version  string `json:"version"`            // version of the program
	Revision string `json:"revision,omitempty"` // commit, if known
	Date     string `json:"date,omitempty"`     // commit date in RFC 3339 format, if known
	Go       string `json:"go"`                 // version of the compiler
	Platform string `json:"platform"`           // operating system and processor
}

// program returns the identifier of the program in cluster jobs, which must be the
// same for all workers of a job.
func (b versionInfo) program() string { return strings.TrimSpace(b.Version + " " + b.Revision) }

// buildInfo describes the running program. If the program was built in a clone, the
// version is derived from the commit.
func buildInfo() versionInfo {
	b := versionInfo{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Version = cmp.Or(info.Main.Version, b.Version)
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Revision = s.Value
			case "vcs.time":
				b.Date = s.Value
			}
		}
	}
	return b
}

func (b versionInfo) text(program string) string {
	commit := ""
	if b.Revision != "" {
		day, _, _ := strings.Cut(b.Date, "T")
		commit = fmt.Sprintf(", commit %.12s of %s", b.Revision, day)
	}
	return fmt.Sprintf("%s %s%s, %s %s", program, b.Version, commit, b.Go, b.Platform)
}
