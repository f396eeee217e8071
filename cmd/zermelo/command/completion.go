package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
)

func newCompletion() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script for a shell",
		Long: `Print the script that completes commands, flags and games in a shell: bash, zsh,
fish or powershell.

Source the script in your shell's startup file, as in the examples. Bash also
needs the bash-completion package.`,
		Example: `  source <(zermelo completion bash)
  zermelo completion zsh > "${fpath[1]}/_zermelo"
  zermelo completion fish > ~/.config/fish/completions/zermelo.fish`,
		Args:      usage.Args(1, 1, "one shell", "zermelo completion bash"),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return cmd.Root().GenBashCompletionV2(out, true)
			case "zsh":
				return cmd.Root().GenZshCompletion(out)
			case "fish":
				return cmd.Root().GenFishCompletion(out, true)
			case "powershell":
				return cmd.Root().GenPowerShellCompletionWithDesc(out)
			}
			hint := usage.DidYouMean(args[0], shells)
			if hint == "" {
				hint = "; the shells are " + strings.Join(shells, ", ")
			}
			return games.BadInput("unknown shell %q%s", args[0], hint)
		},
	}
	usage.AddMoved(cmd.Flags(), "scripts always include descriptions", "no-descriptions")
	return cmd
}

// completeGame completes the first argument, which is a game with options or a
// file.
func (p *program) completeGame(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return p.completeGames(cmd, args, typed)
}

// completeGames completes any number of games.
func (p *program) completeGames(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	list := append(p.completions(typed), sheetFiles(typed)...)
	list = slices.DeleteFunc(list, func(c string) bool { return !strings.HasPrefix(c, typed) })
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// sheetFiles returns the rules files and folders whose paths begin with typed.
func sheetFiles(typed string) []string {
	if typed == "" {
		return nil
	}
	quoter := strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, `\`, `\\`)
	matches, _ := filepath.Glob(quoter.Replace(typed) + "*") // the pattern is well-formed
	var list []string
	for _, path := range matches {
		if isFile(path) {
			list = append(list, path)
		} else if stat, err := os.Stat(path); err == nil && stat.IsDir() {
			list = append(list, path+string(filepath.Separator))
		}
	}
	return list
}

// completions returns the names of all games or, if typed contains the name of a
// game, its remaining options or the values of the last option.
func (p *program) completions(typed string) (list []string) {
	name, opts, ok := strings.Cut(typed, ":")
	if !ok {
		for _, e := range p.registry.Entries {
			list = append(list, cobra.CompletionWithDesc(e.Name, e.Summary))
		}
		for _, preset := range p.registry.Presets {
			list = append(list, cobra.CompletionWithDesc(preset.Name, preset.Summary))
		}
		return list
	}
	entry, _, err := p.registry.Entry(name)
	if err != nil {
		return nil
	}
	i := strings.LastIndexByte(opts, ',') + 1
	done, last := opts[:i], opts[i:]
	option, _, valued := strings.Cut(last, "=")
	for _, o := range entry.Options {
		switch {
		case strings.Contains(","+done, ","+o.Name+"="): // already set
		case !valued:
			list = append(list, cobra.CompletionWithDesc(name+":"+done+o.Name+"=", o.Help+" ("+o.Domain+")"))
		case o.Name == option:
			for _, v := range listed(o.Domain) {
				list = append(list, name+":"+done+o.Name+"="+v)
			}
		}
	}
	return list
}

// listed returns the values in a domain such as "none | diagonal". It returns nil
// for a range or a pattern.
func listed(domain string) (values []string) {
	for v := range strings.SplitSeq(domain, " | ") {
		if !strings.ContainsAny(v, ". ,") {
			values = append(values, v)
		}
	}
	return values
}
