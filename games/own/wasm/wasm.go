// Package wasm runs game rules compiled to WebAssembly. The module answers packed
// requests in its memory and has no access to the system.
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

// MaxModule is the maximum size of a module in bytes.
const MaxModule = 64 << 20

// Names of the functions that a module exports. Reserve allocates memory of a given
// size for a request and returns its address. Answer takes the kind and the size of
// the request, and returns the address of the answer in the high 32 bits and its
// size in the low 32 bits.
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
	file    string // base name
	runtime wazero.Runtime
	module  wazero.CompiledModule
	limits  protocol.Limits
}

// Compile compiles a module. Running code delays the garbage collector and can be
// stopped only by ending the process; see protocol.Watch.
func Compile(ctx context.Context, file string, text []byte, limits protocol.Limits) (*Module, error) {
	defer limits.Begin(file, "load").End()
	m := &Module{file: file, limits: limits}
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(uint32(min(mostPages, max(1, limits.Memory/pageSize))))
	if dir, err := os.UserCacheDir(); err == nil {
		// Compiling a Go program takes a second without a cache.
		if cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "zermelo", "wasm")); err == nil {
			config = config.WithCompilationCache(cache)
		}
	}
	ctx = context.WithoutCancel(ctx)
	m.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	_, err := wasi_snapshot_preview1.Instantiate(ctx, m.runtime)
	if err == nil {
		if m.module, err = m.runtime.CompileModule(ctx, text); err != nil {
			err = fmt.Errorf("compile: %w", err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

// Close closes the module and its instances.
func (m *Module) Close() error { return m.runtime.Close(context.Background()) }

// Load requests the module's hello message with the given options. It returns the
// message and a function that creates instances.
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
	text, err := first.ask(ctx, protocol.AskHello, chosen, new(protocol.Texts))
	if err == nil {
		hello, err = protocol.ReadHello(text)
	}
	if err == nil && len(hello.Roles) > 2 {
		err = fmt.Errorf("the game has %d roles, but a module supports at most 2; use a script or a program", len(hello.Roles))
	}
	if err = errors.Join(err, first.Close()); err != nil {
		return nil, nil, err
	}
	return hello, func(ctx context.Context) (protocol.Rules, error) {
		i, err := m.instantiate(ctx)
		if err == nil {
			_, err = i.ask(ctx, protocol.AskHello, chosen, new(protocol.Texts))
		}
		return i, err
	}, nil
}

type instance struct {
	*Module
	module          api.Module
	reserve, answer api.Function
	question        []byte
	stderr          protocol.Tail
}

func (m *Module) instantiate(ctx context.Context) (*instance, error) {
	defer m.limits.Begin(m.file, "load").End()
	i := &instance{Module: m}
	var err error
	if i.module, err = m.runtime.InstantiateModule(ctx, m.module, wazero.NewModuleConfig().WithName("").WithStartFunctions("_initialize").WithStderr(&i.stderr)); err != nil {
		return nil, i.explain(err)
	}
	i.reserve, i.answer = i.module.ExportedFunction(reserve), i.module.ExportedFunction(answer)
	for name, f := range map[string]api.Function{reserve: i.reserve, answer: i.answer} {
		if f == nil {
			return nil, errors.Join(fmt.Errorf("the module does not export the function %s; see docs/game-protocol.md, and build Go programs with GOOS=wasip1 GOARCH=wasm and -buildmode=c-shared", name), i.Close())
		}
	}
	if i.module.Memory() == nil {
		return nil, errors.Join(errors.New("the module does not export a memory"), i.Close())
	}
	for f, want := range map[api.Function]string{i.reserve: "i32 -> i32", i.answer: "i32 i32 -> i64"} {
		if have := signature(f.Definition()); have != want {
			return nil, errors.Join(fmt.Errorf("the function %s has type %s, expected %s", strings.Join(f.Definition().ExportNames(), ", "), have, want), i.Close())
		}
	}
	return i, nil
}

// signature returns the type of a function, such as "i32 i32 -> i64".
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

// Close closes the instance.
func (i *instance) Close() error {
	if i.module == nil {
		return nil
	}
	return i.module.Close(context.Background())
}

// explain removes the stack trace from an error and appends the module's standard
// error.
func (i *instance) explain(err error) error {
	if err == nil {
		return nil
	}
	why, _, _ := strings.Cut(err.Error(), "\nwasm stack trace:")
	return i.stderr.Explain(errors.New(why))
}

// ask writes a request to the module's memory and returns the answer, which is valid
// until the next call. The states of the request are passed for use by
// protocol.Watch.
func (i *instance) ask(ctx context.Context, kind int, question []byte, states *protocol.Texts) (text []byte, err error) {
	pending := i.limits.Begin(i.file, questions()[kind])
	defer pending.End()
	if n := states.Len(); n > 0 {
		pending.At(states.At(0), n-1)
	}
	at, err := i.reserve.Call(ctx, uint64(len(question)))
	if err != nil {
		return nil, i.explain(err)
	}
	if !i.module.Memory().Write(uint32(at[0]), question) {
		return nil, i.explain(fmt.Errorf("%s returned address %d, but a request of %d bytes there extends past the end of memory", reserve, uint32(at[0]), len(question)))
	}
	result, err := i.answer.Call(ctx, uint64(kind), uint64(len(question)))
	if err != nil {
		return nil, i.explain(err)
	}
	text, err = i.read(uint32(result[0]>>32), uint32(result[0]))
	return text, i.explain(err)
}

// questions returns the protocol word for each kind of packed request.
func questions() [protocol.AskImages + 1]string {
	return [...]string{
		protocol.AskHello: "hello", protocol.AskStart: "start", protocol.AskExpand: "expand",
		protocol.AskDraw: protocol.Draw, protocol.AskEstimate: protocol.Estimate, protocol.AskImages: protocol.Images,
	}
}

// read returns an answer from the module's memory, without the leading word. If the
// answer contains an error, it returns that error.
func (i *instance) read(address, size uint32) ([]byte, error) {
	if size > protocol.MaxReply {
		return nil, fmt.Errorf("the answer is longer than %d MiB", protocol.MaxReply>>20)
	}
	reply, ok := i.module.Memory().Read(address, size)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s returned %d bytes at address %d, which extend past the end of memory", answer, size, address)
	case len(reply) < 4:
		return nil, errors.New("the answer has fewer than 4 bytes")
	}
	switch status, text := binary.LittleEndian.Uint32(reply), reply[4:]; status {
	case 0:
		return text, nil
	case 1:
		return nil, fmt.Errorf("error from the game: %s", games.Echo(string(text)))
	default:
		return nil, fmt.Errorf("the answer begins with the number %d, expected 0 for a result or 1 for an error", status)
	}
}

func (i *instance) Start(ctx context.Context) (string, error) {
	text, err := i.ask(ctx, protocol.AskStart, nil, new(protocol.Texts))
	return string(text), err
}

func (i *instance) Expand(ctx context.Context, to *protocol.Answers, states *protocol.Texts, names bool) error {
	wanted := uint32(0)
	if names {
		wanted = 1
	}
	i.question = protocol.AppendTexts(binary.LittleEndian.AppendUint32(i.question[:0], wanted), states)
	text, err := i.ask(ctx, protocol.AskExpand, i.question, states)
	if err != nil {
		return err
	}
	return protocol.ReadAnswers(text, to, states.Len())
}

func (i *instance) Draw(ctx context.Context, state string) (d protocol.Drawing, err error) {
	var states protocol.Texts
	states.Add(state)
	text, err := i.ask(ctx, protocol.AskDraw, states.Bytes, &states)
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(text)).Decode(&d)
	}
	return d, err
}

func (i *instance) Estimate(ctx context.Context, dst []float32, states *protocol.Texts) ([]float32, error) {
	i.question = protocol.AppendTexts(i.question[:0], states)
	text, err := i.ask(ctx, protocol.AskEstimate, i.question, states)
	for ; len(text) >= 4; text = text[4:] {
		dst = append(dst, math.Float32frombits(binary.LittleEndian.Uint32(text)))
	}
	return dst, err
}

func (i *instance) Images(ctx context.Context, to *protocol.Texts, states *protocol.Texts) error {
	i.question = protocol.AppendTexts(i.question[:0], states)
	text, err := i.ask(ctx, protocol.AskImages, i.question, states)
	if err == nil {
		_, err = protocol.ReadTexts(text, to, protocol.MaxReply)
	}
	return err
}
