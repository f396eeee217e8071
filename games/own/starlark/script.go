// Package starlark runs game rules written in Starlark, a dialect of Python without
// access to the system. The instances of a script share its frozen globals and can
// run in parallel.
package starlark

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.starlark.net/lib/json"
	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

const maxScript = 128 << 10 // bytes

// Script is a script that has been loaded with a choice of options.
type Script struct {
	Hello  *protocol.Hello
	file   string // base name
	limits protocol.Limits

	start, moves, play, turn, payoff, layer starlark.Callable
	draw, estimate, images                  starlark.Callable
}

// settings lists the global variables of a script that set fields of protocol.Hello.
var settings = [...]string{
	"title", "rules", "roles", "colours", "total", "payoffs", "endless", "unit", "turns", "chance", "layers", "layer_name",
	"span", "alphabet", "length", "grid", "pieces", "walls", "symmetries",
}

// Load executes a script with the given options. Error messages are written for the
// author of the script and include the position of the error.
func Load(ctx context.Context, file string, text []byte, options map[string]string, limits protocol.Limits) (*Script, error) {
	if len(text) > maxScript {
		return nil, fmt.Errorf("file has %d bytes; the maximum is %d", len(text), maxScript)
	}
	rules := &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true}
	tree, err := rules.Parse(file, text, 0)
	if err != nil {
		return nil, explainSyntax(text, err)
	}
	s := &Script{file: file, limits: limits}
	found := options
	var declared []protocol.Option
	names := starlark.StringDict{}
	names["option"] = starlark.NewBuiltin("option", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return option(&declared, found, args, kwargs)
	})
	program, err := starlark.FileProgram(tree, names.Has)
	if err != nil {
		return nil, explainSyntax(text, err)
	}
	warnings, err := checkGlobals(tree)
	if err != nil {
		return nil, err
	}
	var globals starlark.StringDict
	i := newInstance(s)
	err = i.run(ctx, "load", func() (err error) {
		globals, err = program.Init(i.thread, names)
		globals.Freeze()
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := s.find(globals); err != nil {
		return nil, err
	}
	err = i.run(ctx, "hello", func() error {
		s.Hello, err = hello(i.thread, file, s, globals, declared)
		return err
	})
	if err != nil {
		return nil, withoutHello(err)
	}
	s.Hello.Warnings = warnings
	return s, nil
}

// withoutHello removes the name of the message hello, which scripts do not send.
func withoutHello(err error) error { return errors.New(strings.TrimPrefix(err.Error(), "hello: ")) }

// option implements the built-in function that declares an option and returns its
// value.
func option(declared *[]protocol.Option, given map[string]string, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var (
		o      protocol.Option
		def    starlark.Value
		values *starlark.List
	)
	if err := starlark.UnpackArgs("option", args, kwargs, "name", &o.Name, "default", &def, "values?", &values, "low?", &o.Low, "high?", &o.High, "help?", &o.Help); err != nil {
		return nil, err
	}
	text := func(v starlark.Value) string {
		if s, ok := starlark.AsString(v); ok {
			return s
		}
		return v.String()
	}
	o.Default = text(def)
	if values != nil {
		for i := range values.Len() {
			o.Values = append(o.Values, text(values.Index(i)))
		}
	}
	*declared = append(*declared, o)
	value, ok := given[o.Name]
	if !ok {
		return def, nil
	}
	if _, number := def.(starlark.Int); number {
		n, err := strconv.Atoi(value)
		if err != nil {
			return nil, fmt.Errorf("option %s is %q, expected a number", o.Name, value)
		}
		return starlark.MakeInt(n), nil
	}
	return starlark.String(value), nil
}

// functions returns, by name, the variables that hold the functions of the script.
func (s *Script) functions() map[string]*starlark.Callable {
	return map[string]*starlark.Callable{
		"start": &s.start, "moves": &s.moves, "play": &s.play, "turn": &s.turn, "payoff": &s.payoff, "layer": &s.layer,
		"draw": &s.draw, "estimate": &s.estimate, "images": &s.images,
	}
}

// find looks up the functions of the script in globals.
func (s *Script) find(globals starlark.StringDict) error {
	for name, f := range s.functions() {
		v := globals[name]
		if v == nil {
			continue
		}
		callable, ok := v.(starlark.Callable)
		if !ok {
			return fmt.Errorf("%s is a %s, expected a function", name, v.Type())
		}
		*f = callable
	}
	for _, need := range []struct {
		name string
		f    starlark.Callable
	}{{"start()", s.start}, {"moves(state)", s.moves}, {"payoff(state)", s.payoff}} {
		if need.f == nil {
			return fmt.Errorf("missing function %s", need.name)
		}
	}
	return nil
}

// hello converts the globals of a script to a description of the game.
func hello(thread *starlark.Thread, file string, s *Script, globals starlark.StringDict, declared []protocol.Option) (*protocol.Hello, error) {
	fields := fieldsOf(file, globals)
	fields["zermelo"] = starlark.MakeInt(protocol.Version)
	var can []starlark.Value
	for name, f := range map[string]starlark.Callable{protocol.Draw: s.draw, protocol.Estimate: s.estimate, protocol.Images: s.images} {
		if f != nil {
			can = append(can, starlark.String(name))
		}
	}
	fields["can"] = starlark.NewList(can)
	d := new(starlark.Dict)
	for name, v := range fields {
		if err := d.SetKey(starlark.String(name), v); err != nil {
			return nil, err
		}
	}
	text, err := starlark.Call(thread, json.Module.Members["encode"], starlark.Tuple{d}, nil)
	if err != nil {
		return nil, err
	}
	h, err := protocol.ReadHello([]byte(text.(starlark.String)))
	if err != nil {
		return nil, err
	}
	h.Options = declared
	slices.Sort(h.Can)
	if s.layer != nil && h.Layers == "" {
		h.Layers = protocol.AskedLayers
	}
	if s.turn == nil && (h.Chance || len(h.Roles) > 1 && h.Turns != protocol.Both) {
		return nil, fmt.Errorf("missing function turn(state); it must return %s", whose(h))
	}
	return h, h.Check()
}

// fieldsOf returns the Hello fields that a script's globals set. If the globals set
// no title, the title is the name of the file.
func fieldsOf(file string, globals starlark.StringDict) starlark.StringDict {
	fields := starlark.StringDict{}
	for _, name := range settings {
		v, ok := globals[name]
		if _, function := v.(starlark.Callable); !ok || function {
			continue
		}
		if text, one := v.(starlark.String); one && name == "rules" {
			v = starlark.NewList([]starlark.Value{starlark.String(strings.Join(strings.Fields(string(text)), " "))})
		}
		fields[name] = v
	}
	if _, ok := globals["title"]; !ok {
		fields["title"] = starlark.String(strings.TrimSuffix(file, filepath.Ext(file)))
	}
	return fields
}

func (s *Script) New() protocol.Rules { return newInstance(s) }

// role converts the number or name of a role, or protocol.Chance, to its number.
func (s *Script) role(v starlark.Value) (int8, error) {
	if name, ok := starlark.AsString(v); ok {
		if at := slices.Index(s.Hello.Roles, name); at >= 0 {
			return int8(at), nil
		}
		if name == protocol.Chance {
			return games.Chance, nil // which protocol.Answers.Check may reject
		}
	} else if n, err := starlark.AsInt32(v); err == nil && n >= 0 && n < len(s.Hello.Roles) {
		return int8(n), nil
	}
	return 0, wrongResult("turn(state)", v, whose(s.Hello))
}

func whose(h *protocol.Hello) (text string) {
	roles := h.Roles
	if h.Chance {
		defer func() { text += fmt.Sprintf(", or %q", protocol.Chance) }()
	}
	if len(roles) == 1 {
		return fmt.Sprintf("0 or %q", roles[0])
	}
	if len(roles) > 2 {
		return fmt.Sprintf("0 to %d, or a name in %q", len(roles)-1, roles)
	}
	return fmt.Sprintf("0 or 1, or %q or %q", roles[0], roles[1])
}
