package watchdog

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"unsafe"
)

// variable is set in the environment of a command's process.
const variable = "ZERMELO_WATCHED"

// File descriptors that the process of a command inherits.
const (
	boardFile  = 3 // shared memory of the board
	signalFile = 4 // pipe that receives one byte per signal
	errorFile  = 5 // standard error; descriptor 2 is a file that receives the runtime's crash report
)

// supervise runs this program again in a child process and watches it.
func (d *dog) supervise() int {
	code, err := d.start()
	if err != nil {
		return d.end(&ending{fmt.Sprintf("start a process for the command: %v", err), "free memory or stop other processes", exitLimit})
	}
	return code
}

func (d *dog) start() (int, error) {
	shared, err := newShared(boardSize)
	if err != nil {
		return 0, err
	}
	defer shared.Close()
	if d.board, err = mapBoard(shared); err != nil {
		return 0, err
	}
	crash, err := newShared(0)
	if err != nil {
		return 0, err
	}
	defer crash.Close()
	read, write, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer write.Close()
	// The kernel kills the child when the thread that started it exits.
	runtime.LockOSThread()
	self, err := executable()
	if err != nil {
		return 0, err
	}
	cmd := exec.Command(self)
	cmd.Args = os.Args
	cmd.Env = append(os.Environ(), variable+"=1")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, crash
	cmd.ExtraFiles = []*os.File{shared, read, os.Stderr}
	cmd.SysProcAttr = dieWithParent()
	err = cmd.Start()
	_ = read.Close() // only the child reads
	if err != nil {
		return 0, err
	}
	d.pid = cmd.Process.Pid
	d.pass = func() { _, _ = write.Write([]byte{0}) } // fails if the child has exited
	done := make(chan ending, 1)
	go func() {
		err := cmd.Wait()
		done <- d.ended(cmd.ProcessState, err, crash)
		close(done)
	}()
	d.kill = func() {
		_ = cmd.Process.Kill() // fails if the child has exited
		for range done {
		}
		d.killGroups()
	}
	defer d.killGroups()
	return d.watch(done), nil
}

// ended returns the reason why the command's process exited. err is the error that
// Wait returned. The process exits before the command returns if the Go runtime
// crashes, for example because of a stack overflow, or if a signal kills the process.
func (d *dog) ended(state *os.ProcessState, err error, crash io.ReaderAt) ending {
	text, _ := io.ReadAll(io.NewSectionReader(crash, 0, maxCrash)) // may be incomplete
	done := d.board.done.Load() == 1
	about := d.pending()
	if done || about == "" {
		_, _ = d.err.Write(text)
	}
	switch cause := crashCause(text); {
	case state == nil:
		return ending{fmt.Sprintf("wait for the command: %v", err), resume, exitLimit}
	case done:
		return ending{Exit: state.ExitCode()}
	case about != "" && cause != "":
		return ending{about + ": " + cause, "check the rules for unbounded recursion or growth", exitLimit}
	case about != "":
		return ending{fmt.Sprintf("%s: the process exited: %v", about, err), resume, exitLimit}
	}
	return ending{fmt.Sprintf("the command has crashed: %v", err), resume, exitLimit}
}

const maxCrash = 1 << 20

// crashCause returns the cause named in a crash report of the Go runtime, or "" if
// there is none.
func crashCause(text []byte) string {
	for line := range strings.Lines(string(text)) {
		for _, start := range []string{"fatal error: ", "panic: "} {
			if cause, ok := strings.CutPrefix(line, start); ok {
				return strings.TrimPrefix(strings.TrimSpace(cause), "runtime: ")
			}
		}
	}
	return ""
}

func (d *dog) killGroups() {
	for i := range d.board.groups {
		if id := d.board.groups[i].id.Load(); id != 0 {
			_ = syscall.Kill(-int(id), syscall.SIGKILL) // fails if the program has exited
		}
	}
}

func mapBoard(f *os.File) (*board, error) {
	memory, err := syscall.Mmap(int(f.Fd()), 0, boardSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("share memory: %w", err)
	}
	return (*board)(unsafe.Pointer(unsafe.SliceData(memory))), nil
}

// serveWatchdog runs a command in the process that supervise started. It ignores
// signals from the terminal, which both processes receive, and handles those passed
// on by the watchdog.
func serveWatchdog(ctx context.Context, command func(context.Context, *Watch) int) int {
	_ = os.Unsetenv(variable) // a foreign program may run this program
	signal.Notify(make(chan os.Signal, 1), os.Interrupt, syscall.SIGTERM)
	for _, fd := range []int{boardFile, signalFile, errorFile} {
		syscall.CloseOnExec(fd)
	}
	os.Stderr = os.NewFile(errorFile, os.Stderr.Name())
	log.SetOutput(os.Stderr)
	b, err := mapBoard(os.NewFile(boardFile, "board"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return exitLimit
	}
	w := &Watch{board: b, second: make(chan struct{})}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	signals := os.NewFile(signalFile, "signals")
	pass := notifier(cancel, w.second)
	go func() {
		for one := make([]byte, 1); ; pass() {
			if _, err := io.ReadFull(signals, one); err != nil {
				os.Exit(exitLimit) // the watchdog has died
			}
		}
	}()
	code := command(ctx, w)
	b.done.Store(1)
	return code
}
