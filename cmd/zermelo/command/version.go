package command

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
)

const versionLong = `Print the version of zermelo, of the Go that built it, and the platform. A
table records the version that made it.`

func (p *program) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Long:    versionLong,
		Example: "  zermelo version\n  zermelo version --json",
		Args:    usage.Args(0, 0, "", ""),
		RunE:    func(*cobra.Command, []string) error { return p.runVersion() },
	}
}

// versionInfo describes the running program.
type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"` // of the source, where known
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

func buildInfo() versionInfo {
	b := versionInfo{Version: "(unknown)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" {
			b.Revision = s.Value
		}
	}
	return b
}

func (p *program) runVersion() error {
	b := buildInfo()
	if p.json {
		return p.printJSON(b)
	}
	p.printf("%s\n", b)
	return nil
}

func (b versionInfo) String() string {
	return fmt.Sprintf("zermelo %s, %s %s", b.Version, b.Go, b.Platform)
}
