// Package process runs game rules implemented by a program that reads requests from
// its standard input and writes replies to its standard output, as lines of JSON.
package process

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/cespare/xxhash/v2"

	"zermelo/games/own/protocol"
)

// Program is a command with its arguments.
type Program struct {
	Name   string // base name of the last argument that is a file
	Digest string // digest of the base name of each word and the contents of words that are files
	words  []string
	folder string // directory of the file that Name refers to
	limits protocol.Limits
}

// Find returns the program for a command of space-separated words, such as "python3
// game.py 4".
func Find(command string, limits protocol.Limits) (*Program, error) {
	p := &Program{words: strings.Fields(command), limits: limits}
	if len(p.words) == 0 {
		return nil, errors.New("exec: missing program; use exec:./game.py or exec:\"python3 game.py\"")
	}
	path, err := exec.LookPath(p.words[0])
	if errors.Is(err, exec.ErrNotFound) && !strings.ContainsRune(p.words[0], filepath.Separator) {
		if local, err := exec.LookPath("./" + p.words[0]); err == nil {
			p.words[0], path = "./"+p.words[0], local
		}
	}
	if errors.Is(err, fs.ErrPermission) {
		return nil, fmt.Errorf("exec:%s: permission denied; make it executable with: chmod +x %s", command, p.words[0])
	}
	if path == "" {
		return nil, fmt.Errorf("exec:%s: %w; use an executable program, such as exec:./game.py or exec:\"python3 game.py\"", command, err)
	}
	p.Name, p.folder = filepath.Base(path), filepath.Dir(path)
	h := xxhash.New()
	for _, word := range p.words {
		fmt.Fprintf(h, "%q\n", filepath.Base(word))
		if stat, err := os.Stat(word); err != nil || !stat.Mode().IsRegular() {
			continue
		}
		p.Name, p.folder = filepath.Base(word), filepath.Dir(word)
		if err := addFile(h, word); err != nil {
			return nil, fmt.Errorf("exec:%s: %w", command, err)
		}
	}
	p.Digest = fmt.Sprintf("%016x", h.Sum64())[:6]
	return p, nil
}

func addFile(h *xxhash.Digest, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = io.Copy(h, f)
	return errors.Join(err, f.Close())
}

// Files returns a digest of the named files, which are listed in the hello message.
// Names are relative to the directory of the program.
func (p *Program) Files(names []string) (uint64, error) {
	h := xxhash.New()
	for _, name := range names {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(p.folder, name)
		}
		stat, err := os.Stat(path)
		if err == nil && !stat.Mode().IsRegular() {
			err = fmt.Errorf("%s is not a regular file", path)
		}
		if err == nil {
			fmt.Fprintf(h, "%q %d\n", name, stat.Size())
			err = addFile(h, path)
		}
		if err != nil {
			return 0, fmt.Errorf("hello: files: %w; name them relative to the folder of the program", err)
		}
	}
	return h.Sum64(), nil
}

// Load starts the program, requests its hello message with the given options, and
// returns the message and a function that starts more copies.
func (p *Program) Load(ctx context.Context, options map[string]string) (*protocol.Hello, func(context.Context) (protocol.Rules, error), error) {
	first, err := p.start()
	if err != nil {
		return nil, nil, err
	}
	defer first.Close()
	if err := first.request(ctx, protocol.Request{Do: "hello", Options: options}); err != nil {
		return nil, nil, err
	}
	if len(first.reply.Hello) == 0 {
		return nil, nil, first.explain(errors.New("the reply to the hello request has no field \"hello\""))
	}
	hello, err := protocol.ReadHello(first.reply.Hello)
	if err != nil {
		return nil, nil, first.explain(err)
	}
	return hello, func(ctx context.Context) (protocol.Rules, error) { return p.copy(ctx, hello, options) }, nil
}

// copy starts a copy of the program and sends it the options.
func (p *Program) copy(ctx context.Context, hello *protocol.Hello, options map[string]string) (protocol.Rules, error) {
	c, err := p.start()
	if err != nil {
		return nil, err
	}
	c.hello = hello
	if err := c.request(ctx, protocol.Request{Do: "hello", Options: options}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// running is a running copy of a program.
type running struct {
	file   string // base name of the program
	hello  *protocol.Hello
	limits protocol.Limits
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr protocol.Tail
	line   []byte
	reply  protocol.Reply
	ended  sync.Once
	page   string // documentation of the messages
	onExit func() // called after the program has exited
}

// start starts a copy of the program in its own process group. The copy does not
// receive interrupts, and can be killed together with its children.
func (p *Program) start() (*running, error) {
	r := &running{page: "docs/game-protocol.md", file: p.Name, limits: p.limits, onExit: func() {}, cmd: exec.Command(p.words[0], p.words[1:]...)}
	r.cmd.SysProcAttr = ownGroup()
	r.cmd.Stderr = &r.stderr
	r.cmd.WaitDelay = time.Second
	in, err := r.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := r.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.in, r.out = in, bufio.NewReaderSize(out, 1<<16)
	if err := r.cmd.Start(); errors.Is(err, syscall.ENOEXEC) {
		return nil, fmt.Errorf("%w; begin the file with a line such as #!/usr/bin/env python3", err)
	} else if err != nil {
		return nil, err
	}
	if w := p.limits.Watch; w != nil {
		r.onExit = w.Started(r.cmd.Process.Pid, p.limits.Memory)
	}
	return r, nil
}

// Close kills the program and its children.
func (r *running) Close() error {
	r.ended.Do(func() {
		_ = r.in.Close()
		_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL) // fails if it has exited
		_ = r.cmd.Wait()                                      // reports the kill
		r.onExit()
	})
	return nil
}

// exitReason waits up to a second for a program that has closed its output to exit,
// and returns its exit status as text.
func (r *running) exitReason() string {
	kill := time.AfterFunc(time.Second, func() { _ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL) })
	defer kill.Stop()
	how := ""
	r.ended.Do(func() {
		_ = r.in.Close()
		if err := r.cmd.Wait(); err != nil {
			how = ": " + err.Error()
		}
		_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL) // its children may still run
		r.onExit()
	})
	return how
}

// explain kills the program and appends its standard error to err.
func (r *running) explain(err error) error {
	_ = r.Close()
	return r.stderr.Explain(err)
}

// request sends a request and reads the reply. It kills the program if a limit is
// exceeded, the reply is invalid, or ctx is done.
func (r *running) request(ctx context.Context, q protocol.Request) error {
	pending := r.limits.Begin(r.file, q.Do)
	defer pending.End()
	if n := len(q.States); n > 0 {
		pending.At([]byte(q.States[0]), n-1)
	}
	if err := r.ask(ctx, q.Do, q, r.limits.Time); err != nil {
		return err
	}
	if err := protocol.ReadReply(r.line, &r.reply); err != nil {
		return r.explain(fmt.Errorf("%s: %w", q.Do, err))
	}
	return nil
}

// TimeoutError is returned for a program that does not answer in time.
type TimeoutError struct {
	What  string // the request
	Limit time.Duration
}

func (e *TimeoutError) Error() string {
	return fmt.Sprintf("%s: no answer after %s; is there an endless loop, or is the output not flushed?", e.What, e.Limit)
}

// ask sends question as a line of JSON and reads a line, which it stores in r.line. It kills
// the program if there is none within limit or ctx is done. In errors, the request is named
// what.
func (r *running) ask(ctx context.Context, what string, question any, limit time.Duration) error {
	line, err := json.Marshal(question)
	if err != nil {
		return err
	}
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	done := make(chan error, 1)
	go func() { done <- r.exchange(append(line, '\n')) }()
	select {
	case err = <-done:
	case <-timeout.C:
		return r.explain(&TimeoutError{what, limit})
	case <-ctx.Done():
		_ = r.Close()
		return ctx.Err()
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, syscall.EPIPE), errors.Is(err, os.ErrClosed), errors.Is(err, io.ErrClosedPipe):
		return r.explain(fmt.Errorf("%s: the program exited without answering%s; see %s", what, r.exitReason(), r.page))
	case err != nil:
		return r.explain(fmt.Errorf("%s: %w", what, err))
	}
	return nil
}

// Bot is a running program that answers each line with a line. It must not be used
// concurrently. Close kills the program and its process group.
type Bot struct{ *running }

// Start starts the program.
func (p *Program) Start() (Bot, error) {
	r, err := p.start()
	if err == nil {
		r.page = "docs/arena.md"
	}
	return Bot{r}, err
}

// Ask sends question as a line of JSON and returns the reply, which is valid until the next
// call. After an error, the program has been killed. The error is a [*TimeoutError] if there is
// no reply within limit.
func (b Bot) Ask(ctx context.Context, question any, limit time.Duration) ([]byte, error) {
	if err := b.ask(ctx, "move", question, limit); err != nil {
		return nil, err // the line may still be written
	}
	return b.line, nil
}

// exchange writes a line and reads a line concurrently, because the program may
// reply before it has read the whole request.
func (r *running) exchange(line []byte) error {
	written := make(chan error, 1)
	go func() { _, err := r.in.Write(line); written <- err }()
	r.line = r.line[:0]
	for {
		part, err := r.out.ReadSlice('\n')
		r.line = append(r.line, part...)
		if len(r.line) > protocol.MaxReply {
			return fmt.Errorf("the answer is longer than %d MiB", protocol.MaxReply>>20)
		}
		if err == nil {
			<-written // a write error makes the next request fail
			return nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

func (r *running) Start(ctx context.Context) (string, error) {
	err := r.request(ctx, protocol.Request{Do: "start"})
	return r.reply.State, err
}

func texts(t *protocol.Texts) (list []string) {
	for i := range t.Len() {
		list = append(list, string(t.At(i)))
	}
	return list
}

func (r *running) Expand(ctx context.Context, to *protocol.Answers, states *protocol.Texts, names bool) error {
	if err := r.request(ctx, protocol.Request{Do: "expand", States: texts(states), Names: names}); err != nil {
		return err
	}
	return r.orExplain(r.reply.Answers(r.hello, to, states))
}

func (r *running) orExplain(err error) error {
	if err != nil {
		return r.explain(err)
	}
	return nil
}

func (r *running) Draw(ctx context.Context, state string) (protocol.Drawing, error) {
	err := r.request(ctx, protocol.Request{Do: protocol.Draw, States: []string{state}})
	return r.reply.Drawing, err
}

func (r *running) Estimate(ctx context.Context, dst []float32, states *protocol.Texts) ([]float32, error) {
	err := r.request(ctx, protocol.Request{Do: protocol.Estimate, States: texts(states)})
	return append(dst, r.reply.Estimates...), err
}

func (r *running) Images(ctx context.Context, to *protocol.Texts, states *protocol.Texts) error {
	to.Reset()
	if err := r.request(ctx, protocol.Request{Do: protocol.Images, States: texts(states)}); err != nil {
		return err
	}
	if len(r.reply.Images) != states.Len() {
		return r.explain(fmt.Errorf("images: got %d lists for %d states", len(r.reply.Images), states.Len()))
	}
	for _, list := range r.reply.Images {
		for _, image := range list {
			to.Add(image)
		}
	}
	return nil
}
