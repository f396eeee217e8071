package own

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/games/own/process"
	"zermelo/games/own/protocol"
	"zermelo/games/own/starlark"
	"zermelo/games/own/wasm"
)

// Exec is what a name of a game begins with that a program plays, as in exec:./game.py.
const Exec = "exec:"

const (
	scriptEnding = ".star"
	moduleEnding = ".wasm"
)

// SplitSpec cuts FILE.star:option=value,..., FILE.wasm:... or exec:COMMAND:... before the
// options. It is false for what is none of these.
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

// rules are rules that are loaded: with some options, or with those that they have by
// default.
type rules struct {
	name   string // of the file
	digest string
	load   func(ctx context.Context, options map[string]string) (*protocol.Hello, func(context.Context) (protocol.Rules, error), error)
}

// OpenSpec makes the game of the script, the module or the program that spec names; see
// SplitSpec. Its name is that of the file with a digest of the file, and the options that
// are not at their default. What is wrong with the rules, the command or the options is an
// InputError. Close the game when it is no longer needed.
func OpenSpec(ctx context.Context, spec string, limits protocol.Limits) (games.Variant, error) {
	path, options, _ := SplitSpec(spec)
	limits = limits.WithDefaults()
	r, err := find(path, limits)
	if err != nil {
		return nil, err
	}
	hello, newRules, err := r.load(ctx, nil)
	if err != nil {
		return nil, r.wrong(ctx, err)
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
			if hello, newRules, err = r.load(ctx, chosen); err != nil {
				return nil, r.wrong(ctx, err)
			}
		}
		return r.variant(ctx, hello, newRules)
	}
	name := entry.Name
	if options != "" || strings.HasSuffix(spec, ":") {
		name += ":" + options
	}
	v, err := (&games.Registry{Entries: []games.Entry{entry}}).Open(name)
	if err != nil {
		return nil, err
	}
	v.Info().Typed = spec
	return v, nil
}

// wrong is an InputError about rules.
func (r *rules) wrong(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s: interrupted", r.name)
	}
	about := &RulesError{r.name, err}
	if !errors.As(err, &about) {
		if text, ok := strings.CutPrefix(err.Error(), r.name+":"); ok && !strings.HasPrefix(text, " ") {
			// A place in a script, as in game.star:3:1: it begins with the name.
			about.File, about.Err = r.name+":"+text[:strings.Index(text, " ")-1], errors.New(text[strings.Index(text, " ")+1:])
		}
	}
	return &wrongError{games.BadInput("%s", about.Error()), about}
}

// wrongError is both a games.InputError and the error that it repeats.
type wrongError struct {
	error
	about *RulesError
}

// Unwrap implements the interface of package errors.
func (e *wrongError) Unwrap() []error { return []error{e.error, e.about} }

// optionOf is an option of rules as one of a game.
func optionOf(o protocol.Option) games.Option {
	if len(o.Values) == 0 {
		def := 0
		fmt.Sscan(o.Default, &def) // it is checked
		return games.Int(o.Name, o.Help, def, o.Low, o.High)
	}
	values := slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool { return v == o.Default })
	return games.Enum(o.Name, o.Help, append([]string{o.Default}, values...)...)
}

// find finds the file or the program.
func find(path string, limits protocol.Limits) (*rules, error) {
	if command, ok := strings.CutPrefix(path, Exec); ok {
		p, err := process.Find(command, limits)
		if err != nil {
			return nil, games.BadInput("%s", err.Error())
		}
		return &rules{p.Name, p.Digest, func(ctx context.Context, options map[string]string) (*protocol.Hello, func(context.Context) (protocol.Rules, error), error) {
			return p.Load(ctx, options)
		}}, nil
	}
	file, want, marked := games.CutDigest(path, scriptEnding, moduleEnding)
	stat, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, games.BadInput("%s", err.Error())
	case !stat.Mode().IsRegular():
		return nil, games.BadInput("%s is no file", file)
	case stat.Size() > wasm.MaxModule:
		return nil, games.BadInput("%s: %d bytes, more than %d", file, stat.Size(), wasm.MaxModule)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, games.BadInput("%s", err.Error())
	}
	r := &rules{name: filepath.Base(file), digest: fmt.Sprintf("%016x", xxhash.Sum64(text))[:6]}
	if marked {
		if err := games.CheckDigest(r.name, want, r.digest); err != nil {
			return nil, err
		}
	}
	if strings.EqualFold(filepath.Ext(file), moduleEnding) {
		var module *wasm.Module // compiled once, as that takes long
		r.load = func(ctx context.Context, options map[string]string) (*protocol.Hello, func(context.Context) (protocol.Rules, error), error) {
			if module == nil {
				var err error
				if module, err = wasm.Compile(ctx, text, limits); err != nil {
					return nil, nil, err
				}
			}
			hello, newRules, err := module.Load(ctx, options)
			if err != nil {
				err = errors.Join(err, module.Close())
			}
			return hello, newRules, err
		}
		return r, nil
	}
	r.load = func(ctx context.Context, options map[string]string) (*protocol.Hello, func(context.Context) (protocol.Rules, error), error) {
		s, err := starlark.Load(ctx, r.name, text, options, limits)
		if err != nil {
			return nil, nil, err
		}
		return s.Hello, func(context.Context) (protocol.Rules, error) { return s.New(), nil }, nil
	}
	return r, nil
}

// variant makes the game of rules with their options in force.
func (r *rules) variant(ctx context.Context, h *protocol.Hello, newRules func(context.Context) (protocol.Rules, error)) (games.Variant, error) {
	s := newSource(ctx, r.name, h, newRules)
	start := ""
	err := s.try(func(ctx context.Context, rules protocol.Rules) (err error) {
		start, err = rules.Start(ctx)
		return err
	})
	var v games.Variant
	if err == nil {
		v, err = s.open(ctx, start)
	}
	if err == nil {
		err = context.Cause(s.alive)
	}
	if err != nil {
		_ = s.Close()
		return nil, r.wrong(ctx, err)
	}
	return v, nil
}

// open makes the game with states of as many words as they take.
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

// open describes the game, and finds its symmetries and layers.
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
	most := mostExplored
	if numbered {
		most = mostNumbered
	}
	x := g.explore(most, func() bool { return ctx.Err() != nil })
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case g.failed():
		return nil, context.Cause(g.alive)
	case x == nil && numbered:
		return nil, fmt.Errorf("states have more than %d characters, and there are more than %d of them: make them shorter, or declare alphabet and length, so that a state takes at most 256 bits", protocol.MaxText, mostNumbered)
	}
	if numbered {
		n.closed = true
	}
	if v != nil {
		return v, nil
	}
	if x != nil {
		if layers, span := x.layers(); layers != nil {
			return layered[S]{game: g, span: span, explored: layers}, nil
		}
	}
	g.info.LayerName = ""
	g.info.RepeatsUnproven = x == nil
	return g, nil
}

// describe is what the rules say of the game, for solvers and people.
func (g *game[S]) describe() {
	h := g.hello
	payoffs := slices.Clone(h.Payoffs)
	slices.Sort(payoffs)
	i := games.Info{
		Title: h.Title, Roles: h.Roles, Colours: h.Colours, Rules: h.Rules, LayerName: h.LayerName,
		Payoffs: slices.Compact(payoffs), Endless: h.Endless, GeneralSum: h.Total == nil,
		Simultaneous: h.Turns == protocol.Both, ExtraMoves: h.Turns == protocol.Free,
	}
	if h.Total != nil {
		i.Total = *h.Total
	}
	if len(h.Roles) == 1 {
		// A sole player plays against nobody, who gets the rest. With this total the player
		// never gets less than half of it, and so takes the shortest way to the best end.
		i.GeneralSum, i.ExtraMoves = false, true
		if len(i.Payoffs) > 0 {
			i.Total = 2 * i.Payoffs[0]
		}
	}
	if i.LayerName == "" {
		i.LayerName = "layer"
	}
	if len(i.Rules) == 0 {
		i.Rules = []string{"The rules are those of " + g.name + "."}
	}
	g.info = i
}
