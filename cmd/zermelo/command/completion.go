package command

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/author"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/own"
	"zermelo/reports/match"
	"zermelo/reports/render"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
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

// complete sets the completions of arguments that are games, and of flags whose values are
// names or paths. Each key of its table is a flag, or a command and a flag.
func (p *program) complete(root *cobra.Command) {
	names := func(list ...string) cobra.CompletionFunc {
		return cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)
	}
	files := cobra.FixedCompletions(nil, cobra.ShellCompDirectiveDefault)
	folders := cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
	players := []string{match.Perfect, "greedy", "random", "casual:0.1", "alphabeta:1s", "mcts:1s", "exec:"}
	var methods []string
	for _, m := range solve.Methods() {
		methods = append(methods, string(m))
	}
	table := map[string]cobra.CompletionFunc{
		"color": names("auto", "always", "never"), "dice": names("roll", "ask"), "db": folders,
		"cpuprofile": files, "memprofile": files,
		"output": files, "out": folders, "source": folders, "cache-dir": folders, "pictures": folders,
		"nats-creds": files, "nats-token-file": files, "nats-ca": files, "nats-cert": files, "nats-key": files,
		"query format": names(render.RowFormats()...), "export format": names(exportFormats()...),
		"compare format": names(compareFormats()...), "sweep format": names(compareFormats()...),
		"score format": names(render.ScoreFormats()...), "annotate": files,
		"solve method": names(methods...), "cluster solve method": names(string(solve.Table), string(solve.PNS)),
		"report format":  names(reportFormats()...),
		"report picture": names(render.PictureNames()...),
		"analyze method": names(methodDeepen, methodMCTS), "record": files,
		"match players": names(players...), "play against": names(players...),
		"solve until": p.completeTier, "play as": p.completeRole,
	}
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.ValidArgsFunction == nil && strings.Contains(cmd.Use, "GAME") {
			cmd.ValidArgsFunction = p.completeGames
		}
		path := strings.TrimPrefix(cmd.CommandPath(), root.Name()+" ")
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			complete, ok := table[path+" "+f.Name]
			if !ok {
				complete, ok = table[f.Name]
			}
			if ok {
				_ = cmd.RegisterFlagCompletionFunc(f.Name, complete) // the flag exists and has no completion yet
			}
		})
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
	}
	visit(root)
}

// completeRole completes the name of a role. The game is the first argument.
func (p *program) completeRole(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	if v := p.builtIn(args); v != nil {
		list = v.Info().Roles
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeTier completes the name of a tier. The game is the first argument.
func (p *program) completeTier(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	if v := p.builtIn(args); v != nil {
		list = games.ByState(v, tierNames[uint64], tierNames[[2]uint64], tierNames[[4]uint64])
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

func tierNames[S games.State](g games.Game[S]) (list []string) {
	if tiered, ok := g.(games.Tiered[S]); ok {
		for _, t := range tiered.Tiers() {
			list = append(list, t.Name)
		}
	}
	return list
}

// builtIn returns the built-in game named by the first argument, or nil if there is
// none. Completion does not run foreign rules.
func (p *program) builtIn(args []string) games.Variant {
	if len(args) == 0 {
		return nil
	}
	v, err := p.registry.Open(args[0])
	if err != nil {
		return nil
	}
	return v
}

// completeTable completes a stored table and its kind.
func (p *program) completeTable(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	switch len(args) {
	case 0:
		tables, _ := store.List(p.db) // without a directory, there are no tables
		for _, s := range tables {
			list = append(list, s.Name)
		}
	case 1:
		list = kindOrder()
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeCommand completes the arguments of "help": commands, subcommands and
// topics.
func completeCommand(cmd *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	found, rest, err := cmd.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	if len(args) == 0 {
		list = slices.Sorted(maps.Keys(helpTopics))
	}
	for _, c := range found.Commands() {
		if c.IsAvailableCommand() {
			list = append(list, cobra.CompletionWithDesc(c.Name(), c.Short))
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeGames completes arguments that are games with options or files, according to the
// usage line of the command, such as "score GAME FILE...".
func (p *program) completeGames(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	argument := ""
	for i, word := range strings.Fields(cmd.Use)[1:] {
		if argument = word; i == len(args) || strings.HasSuffix(word, "...") {
			break
		}
		argument = ""
	}
	switch {
	case strings.HasPrefix(argument, "FILE"):
		return nil, cobra.ShellCompDirectiveDefault
	case !strings.Contains(argument, "GAME"):
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	list := slices.Concat(p.completions(typed), author.InFolder(author.Folder()), ruleFiles(typed))
	list = slices.DeleteFunc(list, func(c string) bool { return !strings.HasPrefix(c, typed) })
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// ruleFiles returns the rule files whose paths begin with typed. If typed begins with
// exec:, it returns programs instead. Unless typed is empty, it also returns folders.
func ruleFiles(typed string) (list []string) {
	path, program := strings.CutPrefix(typed, own.Exec)
	dir, start := filepath.Split(path)
	entries, _ := os.ReadDir(cmp.Or(dir, ".")) // without a folder, there are no files
	for _, e := range entries {
		path := typed[:len(typed)-len(start)] + e.Name()
		stat, err := os.Stat(dir + e.Name())
		switch {
		case err != nil || !strings.HasPrefix(e.Name(), start):
		case stat.IsDir() && typed != "":
			list = append(list, path+string(filepath.Separator))
		case stat.Mode().IsRegular() && (program && stat.Mode()&0o111 != 0 || !program && isFile(path)):
			list = append(list, path)
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
