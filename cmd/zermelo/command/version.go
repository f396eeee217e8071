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
		Long: `Print the version of the program, of the Go that built it, and the platform. A
table records the version that made it.`,
		Example: "  zermelo version\n  zermelo version --json",
		Args:    usage.Args(0, 0, "", ""),
		RunE: func(*cobra.Command, []string) error {
			b := buildInfo()
			return p.show(b, func() { p.printf("%s\n", b.text(p.name)) })
		},
	}
}

// versionInfo describes the running program. It is the JSON form of the version.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the source, where known
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// program tells programs apart that may find different things.
func (b versionInfo) program() string { return strings.TrimSpace(b.Version + " " + b.Revision) }

func buildInfo() versionInfo {
	b := versionInfo{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		b.Version = cmp.Or(info.Main.Version, b.Version)
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value
			}
		}
	}
	return b
}

// text is what is printed for people.
func (b versionInfo) text(program string) string {
	return fmt.Sprintf("%s %s, %s %s", program, b.Version, b.Go, b.Platform)
}
