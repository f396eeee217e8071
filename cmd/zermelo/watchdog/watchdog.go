// Package watchdog runs commands. It terminates them on signals, and if foreign rules
// such as scripts and modules exceed a limit. Stored data survives termination; see
// tablebase/store.
//
// If a command may call foreign rules, Run executes it in a child process and watches
// it from outside. A WebAssembly module is compiled to machine code that the Go
// scheduler cannot preempt. If a garbage collection starts while the code runs, all
// goroutines stop, including signal handlers and timers, and the process is unable to
// terminate itself. Recording a call to the rules in shared memory takes 0.1 µs. Step
// counters in modules would cost 25% of their speed, and a separate process for the
// rules would take 25 µs per call.
package watchdog

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/solver/job"
)

const (
	tickTime = 50 * time.Millisecond
	// stopTime is the time that a command has to return after the last signal
	// that it handles.
	stopTime = 10 * time.Second
	// stopAnswerTime is the time allowed for a pending question after the last signal
	// that the command handles.
	stopAnswerTime = time.Second
	// grace is added to the time limit of a question. It allows interpreters, whose
	// messages are better, to apply their own limits first.
	grace = time.Second
)

// Exit codes of terminated commands.
const (
	exitLimit       = 1
	exitInterrupted = 130
)

// Options configures Run.
type Options struct {
	Name    string // name of the program in messages
	Foreign bool   // the command may run foreign rules
	JSON    bool   // print messages as JSON
}

// Run calls command and returns its exit code. SIGINT and SIGTERM cancel the
// context. If command does not return within 10 s, or on a second signal, Run
// terminates the process with exit code 130. If o.Foreign is set, command is called
// only in a child process.
func Run(ctx context.Context, o Options, command func(context.Context, *Watch) int) int {
	if os.Getenv(variable) != "" {
		return serveWatchdog(ctx, command)
	}
	d := &dog{Options: o, err: os.Stderr, signals: make(chan os.Signal, 8), kill: func() {}}
	signal.Notify(d.signals, os.Interrupt, syscall.SIGTERM)
	if o.Foreign {
		return d.supervise()
	}
	d.board = new(board)
	w := &Watch{board: d.board, second: make(chan struct{})}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	d.pass = notifier(cancel, w.second)
	go func() { os.Exit(d.watch(nil)) }()
	return command(ctx, w)
}

// notifier returns a function that calls cancel on its first call and closes second on
// its second call.
func notifier(cancel context.CancelFunc, second chan struct{}) func() {
	calls := 0
	return func() {
		switch calls++; calls {
		case 1:
			cancel()
		case 2:
			close(second)
		}
	}
}

// dog watches a command. It measures time in ticks, so time during which the program
// is suspended does not count.
type dog struct {
	Options
	err     io.Writer
	signals chan os.Signal
	board   *board
	pid     int    // process ID of the command; 0 if it runs in this process
	pass    func() // forwards a signal to the command
	kill    func() // kills the process of the command and its foreign programs

	tick     int64 // current time
	received int   // number of signals received
	stopping int64 // tick of the last signal that the command handles; 0 before
	memory   uint64
	seen     [maxQuestions]seen
}

// seen records the tick at which the watchdog first observed a question.
type seen struct {
	turn   uint64
	tick   int64
	memory uint64 // memory of the process at that tick, in bytes
}

// watch handles signals and enforces limits until it receives from done. It returns
// the exit code for the program.
func (d *dog) watch(done <-chan ending) int {
	ticker := time.NewTicker(tickTime)
	defer ticker.Stop()
	if d.pid == 0 {
		ticker.Stop() // not needed before the first signal
	}
	for {
		select {
		case end := <-done:
			if end.Error != "" {
				return d.end(&end)
			}
			return end.Exit
		case <-d.signals:
			if d.received == 0 {
				ticker.Reset(tickTime)
			}
			if end := d.signal(); end != nil {
				return d.end(end)
			}
		case <-ticker.C:
			d.tick++
			if end := d.checkLimits(); end != nil {
				return d.end(end)
			}
		}
	}
}

type ending terminal.Failure

const resume = "run the same command again to resume"

// signal handles a signal. It returns an ending if the command must be terminated
// immediately.
func (d *dog) signal() *ending {
	d.received++
	handled := int(d.board.drain.Load()) + 1
	switch {
	case d.received > handled:
		return &ending{"interrupted again", resume, exitInterrupted}
	case d.received < handled:
		d.warn("stopping after the current task; interrupt again to stop immediately")
	default:
		d.stopping = max(d.tick, 1)
		d.warn("stopping; interrupt again to stop immediately")
	}
	d.pass()
	return nil
}

func (d *dog) checkLimits() *ending {
	if d.stopping > 0 && d.since(d.stopping) >= stopTime {
		return &ending{fmt.Sprintf("still running %s after the interrupt", stopTime), resume, exitInterrupted}
	}
	if d.pid == 0 {
		return nil
	}
	before := d.memory
	if d.tick%memoryTicks == 0 {
		d.memory = memoryOf(d.pid)
	}
	pending := 0
	for i := range d.board.used.Load() {
		if q := &d.board.questions[i]; q.turn.Load()%2 == 1 && q.limit() > 0 {
			pending++
		}
	}
	for i := range d.board.used.Load() {
		q, s := &d.board.questions[i], &d.seen[i]
		turn := q.turn.Load()
		if turn%2 == 0 {
			continue
		}
		if s.turn != turn {
			*s = seen{turn, d.tick, min(before, d.memory)}
		}
		if end := d.checkQuestion(q, s, pending); end != nil {
			return end
		}
	}
	return d.checkGroups()
}

func (d *dog) checkQuestion(q *question, s *seen, pending int) *ending {
	age, limit := d.since(s.tick), q.limit()
	if limit > 0 && d.stopping > 0 && min(age, d.since(d.stopping)) >= stopAnswerTime {
		return &ending{fmt.Sprintf("%s: no answer %s after the interrupt", q.about(), stopAnswerTime), resume, exitInterrupted}
	}
	if limit > 0 && age >= limit+grace {
		return &ending{fmt.Sprintf("%s: no answer after %s", q.about(), limit), "check the rules for an endless loop, or increase --answer-time", exitLimit}
	}
	// The heap can double, or grow to its limit, before garbage is collected.
	ownMemory := 2 * s.memory
	if heap := uint64(q.heap.Load()); heap > 0 {
		ownMemory = max(ownMemory, heap+job.NonHeapMemory)
	}
	if memory := q.memory.Load(); d.memory > ownMemory+memory*uint64(max(1, pending)) {
		return tooLarge(q.about(), memory)
	}
	return nil
}

func (d *dog) checkGroups() *ending {
	if d.tick%groupTicks != 0 {
		return nil
	}
	var ids []int
	for i := range d.board.groups {
		if id := d.board.groups[i].id.Load(); id != 0 {
			ids = append(ids, int(id))
		}
	}
	if len(ids) == 0 {
		return nil
	}
	used := memoryOfGroups(ids)
	for i := range d.board.groups {
		g := &d.board.groups[i]
		id, limit := int(g.id.Load()), g.memory.Load()
		if used[id] <= limit || !slices.Contains(ids, id) {
			continue
		}
		return tooLarge(cmp.Or(d.pending(), "a program"), limit)
	}
	return nil
}

// pending describes a pending question, or returns "" if there is none.
func (d *dog) pending() string {
	for i := range d.board.used.Load() {
		if q := &d.board.questions[i]; q.turn.Load()%2 == 1 && q.limit() > 0 {
			return q.about()
		}
	}
	return ""
}

func tooLarge(about string, limit uint64) *ending {
	return &ending{fmt.Sprintf("%s: used more than %d MiB of memory", about, limit>>20), "check the rules for unbounded growth, or increase --answer-memory", exitLimit}
}

func (d *dog) since(tick int64) time.Duration { return time.Duration(d.tick-tick) * tickTime }

func (d *dog) end(e *ending) int {
	d.kill()
	d.print(e, e.Error+"; "+e.Hint)
	return e.Exit
}

func (d *dog) warn(text string) {
	d.print(terminal.Warning{Warning: text}, text)
}

func (d *dog) print(v any, text string) {
	if d.JSON {
		_ = terminal.WriteJSONLine(d.err, v) // an error cannot be reported
		return
	}
	erase := ""
	if terminal.IsTerminal(d.err) {
		erase = "\r\x1b[K" // erases the progress bar of the command
	}
	fmt.Fprintf(d.err, "%s%s: %s\n", erase, d.Name, text)
}
