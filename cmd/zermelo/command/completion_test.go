package command

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestFlagsAndGamesAreCompleted requires a completion for each flag whose value is a name
// or a path, and for the arguments of each command that accepts a game.
func TestFlagsAndGamesAreCompleted(t *testing.T) {
	// Placeholders of numbers and free text.
	free := []string{"N", "SIZE", "TIME", "SPEED", "MOVES", "URL", "ORIGIN", "HOST:PORT", "A/B/C", "NAME,...", "PUT,GET,GB", "LOW,HIGH"}
	eachCommand(newTestRoot(), func(cmd *cobra.Command) {
		if strings.Contains(cmd.Use, "GAME") && cmd.ValidArgsFunction == nil {
			t.Errorf("%s: arguments are not completed", cmd.CommandPath())
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			value, _ := pflag.UnquoteUsage(f)
			if value == "" || f.Hidden || slices.Contains(free, value) {
				return
			}
			if _, ok := cmd.GetFlagCompletionFunc(f.Name); !ok {
				t.Errorf("%s: --%s %s is not completed", cmd.CommandPath(), f.Name, value)
			}
		})
	})
}
