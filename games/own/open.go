package own

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/own/process"
	"zermelo/games/own/protocol"
	"zermelo/games/own/starlark"
	"zermelo/games/own/wasm"
)

// Exec is the prefix of names of games played by a program, as in exec:./game.py.
const Exec = "exec:"

const (
	scriptEnding = ".star"
	moduleEnding = ".wasm"
)

// SplitSpec separates the options from a name of the form FILE.star:OPTIONS,
// FILE.wasm:OPTIONS or exec:COMMAND:OPTIONS. It returns false for other names.
func SplitSpec(spec string) (file, options string, ok bool) {
	command, program := strings.CutPrefix(spec, Exec)
	if !program {
		return games.SplitSpec(spec, scriptEnding, moduleEnding)
	}
	at := strings.LastIndexByte(command, ':')
	if at < 0 || !strings.Contains(command[at:], "=") && at < len(command)-1 {
		return spec, "", command != ""
	}
	return spec[:len(Exec)+at], command[at+1:], true
}

// newRules creates an instance of the rules.
type newRules = func(ctx context.Context) (protocol.Rules, error)

// loader loads rules with the given options.
type loader = func(ctx context.Context, options map[string]string) (*protocol.Hello, newRules, error)

// rules describes a script, module or program before its options are chosen.
type rules struct {
	name   string // of the file
	digest string
	source string // content of the file; empty for programs
	limits protocol.Limits
	load   loader
	files  func(names []string) (digest uint64, err error) // for programs, else nil
}

func (r *rules) about(h *protocol.Hello) (about games.ExternalRules, err error) {
	about.Warnings = h.Warnings
	switch {
	case len(h.Files) == 0:
	case r.files == nil:
		err = errors.New("hello: files is supported only for programs; remove it")
	default:
		about.FilesDigest, err = r.files(h.Files)
	}
	return about, err
}

// OpenSpec opens the game of the script, module or program named by spec; see
// SplitSpec. The variant's name contains the file name, a digest of the file, and
// the options that differ from their defaults. Errors in the rules, the command or
// the options are InputErrors. The caller must close the game.
func OpenSpec(ctx context.Context, spec string, limits protocol.Limits) (games.Variant, error) {
	return OpenSource(ctx, spec, "", limits)
}

// OpenSource is like OpenSpec, but does not read the file of a script or module unless
// source is empty. The content of the file is source.
func OpenSource(ctx context.Context, spec, source string, limits protocol.Limits) (games.Variant, error) {
	path, options, _ := SplitSpec(spec)
	limits = limits.WithDefaults()
	r, err := find(path, source, limits)
	if err != nil {
		return nil, err
	}
	hello, create, err := r.load(ctx, nil)
	if err != nil {
		return nil, r.rulesError(ctx, err)
	}
	entry := games.Entry{Name: games.FileName(r.name, r.digest)}
	for _, o := range hello.Options {
		entry.Options = append(entry.Options, optionOf(o))
	}
	entry.New = func(c games.Choice) (games.Variant, error) {
		chosen := map[string]string{}
		for _, o := range hello.Options {
			if value := c.String(o.Name); value != o.Default {
				chosen[o.Name] = value
			}
		}
		if len(chosen) > 0 {
			if hello, create, err = r.load(ctx, chosen); err != nil {
				return nil, r.rulesError(ctx, err)
			}
		}
		return r.variant(ctx, hello, create)
	}
	name := entry.Name
	if options != "" || strings.HasSuffix(spec, ":") {
		name += ":" + options
	}
	v, err := (&games.Registry{Entries: []games.Entry{entry}}).Open(name)
	if err != nil {
		return nil, err
	}
	v.Info().Typed, v.Info().Source = spec, r.source
	return v, nil
}

// rulesError returns an InputError that wraps err as a RulesError. If ctx is done,
// it returns an error that reports the interrupt.
func (r *rules) rulesError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: interrupted", r.name)
	}
	about := &RulesError{r.name, err}
	if !errors.As(err, &about) {
		if text, ok := strings.CutPrefix(err.Error(), r.name+":"); ok && !strings.HasPrefix(text, " ") {
			// Positions in a script start with its name, as in game.star:3:1.
			about.File, about.Err = r.name+":"+text[:strings.Index(text, " ")-1], errors.New(text[strings.Index(text, " ")+1:])
		}
	}
	return games.BadInputFrom(about, "%s", about.Error())
}

func optionOf(o protocol.Option) games.Option {
	if len(o.Values) == 0 {
		def := 0
		fmt.Sscan(o.Default, &def) // validated by Hello.Check
		return games.Int(o.Name, o.Help, def, o.Low, o.High)
	}
	values := slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == o.Default })
	return games.Enum(o.Name, o.Help, append([]string{o.Default}, values...)...)
}

// find returns the rules of the script, module or program named by path. It reads the
// file if source is empty.
func find(path, source string, limits protocol.Limits) (*rules, error) {
	if command, ok := strings.CutPrefix(path, Exec); ok {
		p, err := process.Find(command, limits)
		if err != nil {
			return nil, games.BadInput("%s", err.Error())
		}
		return &rules{name: p.Name, digest: p.Digest, limits: limits, load: p.Load, files: p.Files}, nil
	}
	file, want, marked := games.CutDigest(path, scriptEnding, moduleEnding)
	text := []byte(source)
	if source == "" {
		var err error
		if text, err = readFile(file); err != nil {
			return nil, err
		}
	}
	r := &rules{name: filepath.Base(file), source: string(text), digest: fmt.Sprintf("%016x", xxhash.Sum64(text))[:6], limits: limits}
	if marked {
		if err := games.CheckDigest(r.name, want, r.digest); err != nil {
			return nil, err
		}
	}
	if strings.EqualFold(filepath.Ext(file), moduleEnding) {
		r.load = moduleLoader(r.name, text, limits)
	} else {
		r.load = scriptLoader(r.name, text, limits)
	}
	return r, nil
}

func readFile(file string) ([]byte, error) {
	stat, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, games.FileError(file, err)
	case !stat.Mode().IsRegular():
		return nil, games.BadInput("%s is not a regular file", file)
	case stat.Size() > wasm.MaxModule:
		return nil, games.BadInput("%s: file has %d bytes; the maximum is %d", file, stat.Size(), wasm.MaxModule)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, games.BadInput("%s", err.Error())
	}
	return text, nil
}

// moduleLoader returns a loader that compiles the module only once.
func moduleLoader(name string, text []byte, limits protocol.Limits) loader {
	var module *wasm.Module
	return func(ctx context.Context, options map[string]string) (*protocol.Hello, newRules, error) {
		if module == nil {
			var err error
			if module, err = wasm.Compile(ctx, name, text, limits); err != nil {
				return nil, nil, err
			}
		}
		hello, create, err := module.Load(ctx, options)
		if err != nil {
			err = errors.Join(err, module.Close())
		}
		return hello, create, err
	}
}

func scriptLoader(name string, text []byte, limits protocol.Limits) loader {
	return func(ctx context.Context, options map[string]string) (*protocol.Hello, newRules, error) {
		s, err := starlark.Load(ctx, name, text, options, limits)
		if err != nil {
			return nil, nil, err
		}
		return s.Hello, func(context.Context) (protocol.Rules, error) { return s.New(), nil }, nil
	}
}

// variant opens the game described by h.
func (r *rules) variant(ctx context.Context, h *protocol.Hello, create newRules) (games.Variant, error) {
	whole := r.limits
	whole.Time = 0 // it limits single calls
	defer whole.Begin(r.name, "open").End()
	about, err := r.about(h)
	if err != nil {
		return nil, r.rulesError(ctx, err)
	}
	s := newSource(ctx, r.name, h, create)
	s.about, s.quick = about, r.limits.Explore
	start := ""
	err = s.tryCall(func(ctx context.Context, rules protocol.Rules) (err error) {
		start, err = rules.Start(ctx)
		return err
	})
	if g := h.Grid; len(g) > 0 && len(start) < g[0]*g[1] {
		s.about.Warnings = append(s.about.Warnings, fmt.Sprintf("grid has %d cells, but the start has only %s", g[0]*g[1], games.Count(len(start), "character")))
	}
	var v games.Variant
	if err == nil {
		v, err = s.open(ctx, start)
	}
	if err == nil {
		err = context.Cause(s.alive)
	}
	if err != nil {
		_ = s.Close()
		return nil, r.rulesError(ctx, err)
	}
	return v, nil
}

// open opens the game with states of one, two or four words, or with numbered
// states.
func (s *source) open(ctx context.Context, start string) (games.Variant, error) {
	l, words := newLetters(s.hello)
	if s.hello.Length == 0 && len(start) > protocol.MaxText {
		words = 5
	}
	switch {
	case words <= 1:
		return open(ctx, newGame[uint64](s, l, cacheBytes), start)
	case words == 2:
		return open(ctx, newGame[[2]uint64](s, l, cacheBytes), start)
	case words <= 4:
		return open(ctx, newGame[[4]uint64](s, l, cacheBytes), start)
	}
	return open(ctx, newGame[uint64](s, &numbers{counted: s.hello.Counted(), number: map[string]uint64{}}, 0), start)
}

// open describes the game and determines its symmetries and layers.
func open[S games.State](ctx context.Context, g *game[S], start string) (games.Variant, error) {
	g.describe()
	g.counted = g.hello.Counted()
	if _, err := g.pack(&g.start, []byte(start)); err != nil {
		return nil, err
	}
	n, numbered := g.codec.(*numbers)
	if !numbered {
		if err := g.symmetries(); err != nil {
			return nil, err
		}
	}
	v := g.declared()
	if v != nil && !numbered {
		return v, nil
	}
	most := maxExplored
	if numbered {
		most = maxNumbered
	}
	began := time.Now()
	x := g.explore(most, func() bool { return ctx.Err() != nil || g.quick > 0 && !numbered && time.Since(began) > g.quick })
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case g.failed():
		return nil, context.Cause(g.alive)
	case x == nil && numbered:
		return nil, fmt.Errorf("states have more than %d characters, and the game has more than %d states; shorten the states, or declare alphabet and length so that a state fits in 256 bits", protocol.MaxText, maxNumbered)
	}
	if numbered {
		n.closed = true
	}
	if v != nil {
		return v, nil
	}
	if x != nil {
		if layers, span := x.Layers(); layers != nil {
			return layered[S]{game: g, span: span, explored: x, layers: layers}, nil
		}
	}
	g.info.LayerName = ""
	g.info.RepeatsUnproven = x == nil
	return g, g.setEndless()
}

// setEndless sets the payoff of endless play. If this payoff is not an integer,
// setEndless converts all payoffs to half points.
func (g *game[S]) setEndless() error {
	i, given := &g.info, g.hello.Endless
	if given != nil {
		endless := int(*given / 2)
		i.Endless = &endless
	}
	if given != nil && *given%2 == 0 || given == nil && i.HasDraw() {
		return nil
	}
	for _, p := range append([]int{i.Total}, i.Payoffs...) {
		for _, p := range []int{p, i.Total - p} {
			if !fitsHalves(p) {
				return fmt.Errorf("payoff %d is %s", p, tooLargeForHalves)
			}
		}
	}
	i.UseHalfPoints()
	if given != nil {
		if *i.Endless = int(*given); !fitsHalves(*i.Endless / 2) {
			return fmt.Errorf("endless=%v is %s", i.Points(*i.Endless), tooLargeForHalves)
		}
	}
	return nil
}

func fitsHalves(points int) bool { return points >= -maxForHalves && points <= maxForHalves }

const (
	maxForHalves      = math.MaxInt16 / 2
	tooLargeForHalves = "too large because endless play pays half a point; the range is -16383 to 16383"
)

func (g *game[S]) describe() {
	h := g.hello
	payoffs := slices.Clone(h.Payoffs)
	slices.Sort(payoffs)
	i := games.Info{
		Title: h.Title, Roles: h.Roles, Colours: h.Colours, Rules: h.Rules, LayerName: h.LayerName, Unit: h.Unit,
		Payoffs: slices.Compact(payoffs), GeneralSum: h.Total == nil,
		Simultaneous: h.Turns == protocol.Both, Stochastic: h.Chance, External: &g.about,
	}
	// The players are not known to alternate across random moves.
	i.ExtraMoves = h.Turns == protocol.Free || h.Chance && !i.Simultaneous
	if h.Total != nil {
		i.Total = *h.Total
	}
	if len(h.Roles) == 1 {
		// The absent opponent receives the rest of Total, which is at most half. The
		// player therefore prefers the shortest play among those with the same
		// payoff.
		i.GeneralSum, i.ExtraMoves = false, true
		if len(i.Payoffs) > 0 {
			i.Total = 2 * i.Payoffs[0]
		}
	}
	i.LayerName = cmp.Or(i.LayerName, "layer")
	if len(i.Rules) == 0 {
		i.Rules = []string{"The rules are defined by " + g.name + "."}
	}
	g.info = i
}
