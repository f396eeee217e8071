// Package process plays a game by a program, which answers lines of JSON on its standard
// input by lines on its standard output.
package process

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	Name   string // of the file with the rules: the last word that is a file
	Digest string // of all words, and the contents of those that are files
	words  []string
	limits protocol.Limits
}

// addressSpace is how many times as much address space as memory a program may take:
// libraries and unused parts of heaps count too.
const addressSpace = 4

// Find finds a program by its command, words with blanks between: ./game.py, or
// python3 game.py 4.
func Find(command string, limits protocol.Limits) (*Program, error) {
	p := &Program{words: strings.Fields(command), limits: limits}
	if len(p.words) == 0 {
		return nil, errors.New("exec: names no program: want exec:./game.py or exec:\"python3 game.py\"")
	}
	path, err := exec.LookPath(p.words[0])
	if errors.Is(err, exec.ErrNotFound) && !strings.ContainsRune(p.words[0], filepath.Separator) {
		if local, err := exec.LookPath("./" + p.words[0]); err == nil {
			p.words[0], path = "./"+p.words[0], local
		}
	}
	if path == "" {
		return nil, fmt.Errorf("exec:%s: %w; name a program that can be run, as in exec:./game.py or exec:\"python3 game.py\"", command, err)
	}
	p.Name = filepath.Base(path)
	h := xxhash.New()
	for _, word := range p.words {
		fmt.Fprintf(h, "%q\n", filepath.Base(word))
		if stat, err := os.Stat(word); err != nil || !stat.Mode().IsRegular() {
			continue
		}
		p.Name = filepath.Base(word)
		f, err := os.Open(word)
		if err == nil {
			_, err = io.Copy(h, f)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return nil, fmt.Errorf("exec:%s: %w", command, err)
		}
	}
	p.Digest = fmt.Sprintf("%016x", h.Sum64())[:6]
	return p, nil
}

// Load starts the program and asks what it plays, with the given options. It also returns
// how to start more copies.
func (p *Program) Load(ctx context.Context, options map[string]string) (*protocol.Hello, func(context.Context) (protocol.Rules, error), error) {
	first, err := p.start()
	if err != nil {
		return nil, nil, err
	}
	defer first.Close()
	if err := first.ask(ctx, protocol.Request{Do: "hello", Options: options}); err != nil {
		return nil, nil, err
	}
	if len(first.reply.Hello) == 0 {
		return nil, nil, first.explain(errors.New("the answer to hello has no hello"))
	}
	hello, err := protocol.ReadHello(first.reply.Hello)
	if err != nil {
		return nil, nil, first.explain(err)
	}
	return hello, func(ctx context.Context) (protocol.Rules, error) { return p.copy(ctx, hello, options) }, nil
}

// copy starts a copy of the program that knows its options.
func (p *Program) copy(ctx context.Context, hello *protocol.Hello, options map[string]string) (protocol.Rules, error) {
	c, err := p.start()
	if err != nil {
		return nil, err
	}
	c.hello = hello
	if err := c.ask(ctx, protocol.Request{Do: "hello", Options: options}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// running is a running copy of a program.
type running struct {
	hello  *protocol.Hello
	limits protocol.Limits
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr protocol.Tail
	line   []byte
	reply  protocol.Reply
	ended  sync.Once
}

// start starts a copy, in a group of its own, so that it is not interrupted with this
// program and is ended with all that it has started.
func (p *Program) start() (*running, error) {
	r := &running{limits: p.limits, cmd: exec.Command(p.words[0], p.words[1:]...)}
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
	if err := r.cmd.Start(); err != nil {
		return nil, err
	}
	if err := limitMemory(r.cmd.Process.Pid, addressSpace*p.limits.Memory); err != nil {
		return nil, errors.Join(fmt.Errorf("limit its memory: %w", err), r.Close())
	}
	return r, nil
}

// Close ends the program and all that it has started.
func (r *running) Close() error {
	r.ended.Do(func() {
		_ = r.in.Close()
		_ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL) // it may have ended already
		_ = r.cmd.Wait()                                      // it was killed
	})
	return nil
}

// how waits a moment until a program that has closed its output has ended, and says how.
func (r *running) how() string {
	kill := time.AfterFunc(time.Second, func() { _ = syscall.Kill(-r.cmd.Process.Pid, syscall.SIGKILL) })
	defer kill.Stop()
	how := ""
	r.ended.Do(func() {
		_ = r.in.Close()
		if err := r.cmd.Wait(); err != nil {
			how = ": " + err.Error()
		}
	})
	return how
}

// explain ends the program and adds what it wrote to its standard error.
func (r *running) explain(err error) error {
	_ = r.Close()
	return r.stderr.Explain(err)
}

// ask sends a line and reads the line that answers it, within the limits.
func (r *running) ask(ctx context.Context, q protocol.Request) error {
	line, err := json.Marshal(q)
	if err != nil {
		return err
	}
	timeout := time.NewTimer(r.limits.Time)
	defer timeout.Stop()
	done := make(chan error, 1)
	go func() { done <- r.exchange(append(line, '\n')) }()
	select {
	case err = <-done:
	case <-timeout.C:
		return r.explain(fmt.Errorf("%s: no answer after %s: is there an endless loop, or is the output not flushed?", q.Do, r.limits.Time))
	case <-ctx.Done():
		_ = r.Close()
		return ctx.Err()
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, syscall.EPIPE), errors.Is(err, os.ErrClosed), errors.Is(err, io.ErrClosedPipe):
		return r.explain(fmt.Errorf("%s: the program ended without an answer%s", q.Do, r.how()))
	case err != nil:
		return r.explain(fmt.Errorf("%s: %w", q.Do, err))
	}
	if err := protocol.ReadReply(r.line, &r.reply); err != nil {
		return r.explain(fmt.Errorf("%s: %w", q.Do, err))
	}
	return nil
}

// exchange writes a line and reads one. It writes on while it reads, as the program may
// answer before it has read all.
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
			<-written // if that has failed, the next question will
			return nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// Start implements protocol.Rules.
func (r *running) Start(ctx context.Context) (string, error) {
	err := r.ask(ctx, protocol.Request{Do: "start"})
	return r.reply.State, err
}

func texts(t *protocol.Texts) (list []string) {
	for i := range t.Len() {
		list = append(list, string(t.At(i)))
	}
	return list
}

// Expand implements protocol.Rules.
func (r *running) Expand(ctx context.Context, to *protocol.Answers, states *protocol.Texts, names bool) error {
	if err := r.ask(ctx, protocol.Request{Do: "expand", States: texts(states), Names: names}); err != nil {
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

// Draw implements protocol.Rules.
func (r *running) Draw(ctx context.Context, state string) (protocol.Drawing, error) {
	err := r.ask(ctx, protocol.Request{Do: protocol.Draw, States: []string{state}})
	return r.reply.Drawing, err
}

// Estimate implements protocol.Rules.
func (r *running) Estimate(ctx context.Context, dst []float32, states *protocol.Texts) ([]float32, error) {
	err := r.ask(ctx, protocol.Request{Do: protocol.Estimate, States: texts(states)})
	return append(dst, r.reply.Estimates...), err
}

// Images implements protocol.Rules.
func (r *running) Images(ctx context.Context, to *protocol.Texts, states *protocol.Texts) error {
	to.Reset()
	if err := r.ask(ctx, protocol.Request{Do: protocol.Images, States: texts(states)}); err != nil {
		return err
	}
	if len(r.reply.Images) != states.Len() {
		return r.explain(fmt.Errorf("images: of %d states for %d", len(r.reply.Images), states.Len()))
	}
	for _, list := range r.reply.Images {
		for _, image := range list {
			to.Add(image)
		}
	}
	return nil
}
