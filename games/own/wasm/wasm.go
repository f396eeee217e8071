// Package wasm plays a game by a module of WebAssembly, which answers packed questions in
// its memory and has access to nothing else.
package wasm

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// MaxModule is the size of the largest module, in bytes.
const MaxModule = 64 << 20

// The functions that a module exports. Reserve takes a size and returns the address of as
// many bytes, into which the question is written. Answer takes the kind of the question
// and its size and returns the address of the answer in the high 32 bits, its size in the
// low ones.
const (
	reserve = "zermelo_reserve"
	answer  = "zermelo_answer"
)

const (
	pageSize  = 64 << 10
	mostPages = 1 << 16
)

// Module is a compiled module.
type Module struct {
	runtime wazero.Runtime
	module  wazero.CompiledModule
	limits  protocol.Limits
}

// Compile compiles a module.
func Compile(ctx context.Context, text []byte, limits protocol.Limits) (*Module, error) {
	m := &Module{limits: limits}
	text, err := stoppable(text)
	if err != nil {
		return nil, fmt.Errorf("compile: %w", err)
	}
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(min(mostPages, max(1, limits.Memory/pageSize))))
	if dir, err := os.UserCacheDir(); err == nil {
		// Compiling takes a second for a program in Go; without a cache it does each time.
		if cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "zermelo", "wasm")); err == nil {
			config = config.WithCompilationCache(cache)
		}
	}
	ctx = context.WithoutCancel(ctx)
	m.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if _, err = wasi_snapshot_preview1.Instantiate(ctx, m.runtime); err == nil {
		if m.module, err = m.runtime.CompileModule(ctx, text); err != nil {
			err = fmt.Errorf("compile: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

// Close ends the module and all its instances.
func (m *Module) Close() error { return m.runtime.Close(context.Background()) }

// Load asks what the module plays with the given options. It also returns how to make more
// instances.
func (m *Module) Load(ctx context.Context, options map[string]string) (*protocol.Hello, func(context.Context) (protocol.Rules, error), error) {
	chosen, err := json.Marshal(options)
	if err != nil {
		return nil, nil, err
	}
	first, err := m.instantiate(context.WithoutCancel(ctx))
	if err != nil {
		return nil, nil, err
	}
	var hello *protocol.Hello
	text, err := first.ask(ctx, protocol.AskHello, chosen)
	if err == nil {
		hello, err = protocol.ReadHello(text)
	}
	if err == nil && len(hello.Roles) > 2 {
		err = fmt.Errorf("%d roles: a module has one or two, as it answers two payoffs; a script or a program can have more", len(hello.Roles))
	}
	if err = errors.Join(err, first.Close()); err != nil {
		return nil, nil, err
	}
	return hello, func(ctx context.Context) (protocol.Rules, error) {
		i, err := m.instantiate(ctx)
		if err == nil {
			_, err = i.ask(ctx, protocol.AskHello, chosen)
		}
		return i, err
	}, nil
}

// instance is a module with its memory.
type instance struct {
	*Module
	module          api.Module
	stop            api.MutableGlobal // makes the module end in a trap if it is not 0
	reserve, answer api.Function
	question        []byte
	stderr          protocol.Tail
}

// instantiate makes an instance and runs what it does at first.
func (m *Module) instantiate(ctx context.Context) (*instance, error) {
	i := &instance{Module: m}
	var err error
	if i.module, err = m.runtime.InstantiateModule(ctx, m.module, wazero.NewModuleConfig().WithName("").WithStartFunctions().WithStderr(&i.stderr)); err != nil {
		return nil, err
	}
	i.stop = i.module.ExportedGlobal(stopVariable).(api.MutableGlobal)
	err = i.within(ctx, func(ctx context.Context) error {
		for _, name := range []string{startFunction, "_initialize"} {
			if f := i.module.ExportedFunction(name); f != nil {
				if _, err := f.Call(ctx); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, i.Close())
	}
	i.reserve, i.answer = i.module.ExportedFunction(reserve), i.module.ExportedFunction(answer)
	for name, f := range map[string]api.Function{reserve: i.reserve, answer: i.answer} {
		if f == nil {
			return nil, errors.Join(fmt.Errorf("the module exports no function %s: see docs/game-protocol.md, and build programs in Go with GOOS=wasip1 GOARCH=wasm and -buildmode=c-shared", name), i.Close())
		}
	}
	if i.module.Memory() == nil {
		return nil, errors.Join(errors.New("the module exports no memory"), i.Close())
	}
	for f, want := range map[api.Function]string{i.reserve: "i32 -> i32", i.answer: "i32 i32 -> i64"} {
		if have := signature(f.Definition()); have != want {
			return nil, errors.Join(fmt.Errorf("the function %s is of the type %s: want %s", strings.Join(f.Definition().ExportNames(), ", "), have, want), i.Close())
		}
	}
	return i, nil
}

// signature is the type of a function, as in "i32 i32 -> i64".
func signature(f api.FunctionDefinition) string {
	var words []string
	for _, t := range f.ParamTypes() {
		words = append(words, api.ValueTypeName(t))
	}
	words = append(words, "->")
	for _, t := range f.ResultTypes() {
		words = append(words, api.ValueTypeName(t))
	}
	return strings.Join(words, " ")
}

// Close ends the instance.
func (i *instance) Close() error {
	if i.module == nil {
		return nil
	}
	return i.module.Close(context.Background())
}

// within calls f, which runs the module, within the limit of time.
func (i *instance) within(ctx context.Context, f func(ctx context.Context) error) (err error) {
	timed, cancel := context.WithTimeout(ctx, i.limits.Time)
	defer cancel()
	running := context.AfterFunc(timed, func() { i.stop.Set(1) })
	err = f(timed)
	if !running() && err == nil {
		err = timed.Err()
	}
	if err != nil && timed.Err() != nil && ctx.Err() == nil {
		return fmt.Errorf("no answer after %s: is there an endless loop?", i.limits.Time)
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	if err == nil {
		return nil
	}
	why, _, _ := strings.Cut(err.Error(), "\nwasm stack trace:")
	return i.stderr.Explain(errors.New(why))
}

// ask writes a question into the module's memory and returns the answer, which holds until
// the next question.
func (i *instance) ask(ctx context.Context, kind int, question []byte) (text []byte, err error) {
	err = i.within(ctx, func(ctx context.Context) error {
		at, err := i.reserve.Call(ctx, uint64(len(question)))
		if err != nil {
			return err
		}
		if !i.module.Memory().Write(uint32(at[0]), question) {
			return fmt.Errorf("%s returns the address %d, from where %d bytes are not in memory", reserve, uint32(at[0]), len(question))
		}
		result, err := i.answer.Call(ctx, uint64(kind), uint64(len(question)))
		if err != nil {
			return err
		}
		address, size := uint32(result[0]>>32), uint32(result[0])
		if size > protocol.MaxReply {
			return fmt.Errorf("the answer is longer than %d MiB", protocol.MaxReply>>20)
		}
		reply, ok := i.module.Memory().Read(address, size)
		switch {
		case !ok:
			return fmt.Errorf("%s returns %d bytes from the address %d, which are not in memory", answer, size, address)
		case len(reply) < 4:
			return errors.New("the answer has less than 4 bytes")
		}
		text = reply[4:]
		if status := binary.LittleEndian.Uint32(reply); status == 1 {
			return fmt.Errorf("the game says: %s", games.Echo(string(text)))
		} else if status != 0 {
			return fmt.Errorf("the answer begins with %d: want 0, or 1 before the text of an error", status)
		}
		return nil
	})
	return text, err
}

// Start implements protocol.Rules.
func (i *instance) Start(ctx context.Context) (string, error) {
	text, err := i.ask(ctx, protocol.AskStart, nil)
	return string(text), err
}

// Expand implements protocol.Rules.
func (i *instance) Expand(ctx context.Context, to *protocol.Answers, states *protocol.Texts, names bool) error {
	wanted := uint32(0)
	if names {
		wanted = 1
	}
	i.question = protocol.AppendTexts(binary.LittleEndian.AppendUint32(i.question[:0], wanted), states)
	text, err := i.ask(ctx, protocol.AskExpand, i.question)
	if err != nil {
		return err
	}
	return protocol.ReadAnswers(text, to, states.Len())
}

// Draw implements protocol.Rules.
func (i *instance) Draw(ctx context.Context, state string) (d protocol.Drawing, err error) {
	text, err := i.ask(ctx, protocol.AskDraw, []byte(state))
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&d)
	}
	return d, err
}

// Estimate implements protocol.Rules.
func (i *instance) Estimate(ctx context.Context, dst []float32, states *protocol.Texts) ([]float32, error) {
	i.question = protocol.AppendTexts(i.question[:0], states)
	text, err := i.ask(ctx, protocol.AskEstimate, i.question)
	for ; len(text) >= 4; text = text[4:] {
		dst = append(dst, math.Float32frombits(binary.LittleEndian.Uint32(text)))
	}
	return dst, err
}

// Images implements protocol.Rules.
func (i *instance) Images(ctx context.Context, to *protocol.Texts, states *protocol.Texts) error {
	i.question = protocol.AppendTexts(i.question[:0], states)
	text, err := i.ask(ctx, protocol.AskImages, i.question)
	if err == nil {
		_, err = protocol.ReadTexts(text, to, protocol.MaxReply)
	}
	return err
}
