package sheets

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
	"zermelo/tablebase/verify"
)

const (
	exitGrace      = time.Second           // time that a process has to exit after its time limit
	memoryInterval = 20 * time.Millisecond // interval between measurements of memory
)

// startProcess solves a sheet in a new process. It kills the process if it exceeds the
// time or memory limit.
func (o *Options) startProcess(ctx context.Context, path string) (Result, error) {
	executable, err := os.Executable()
	if err != nil {
		return Result{}, err
	}
	limited, cancel := context.WithTimeout(ctx, o.Time+exitGrace)
	defer cancel()
	memory := int64(o.Memory)
	cmd := exec.CommandContext(limited, executable, "sweep", path, "--child", "--db", o.DB, "--time", o.Time.String(), "--memory", o.Memory.String(), "--jobs", fmt.Sprint(o.Jobs),
		"--sheet-memory", fmt.Sprint(cmp.Or(o.Compile.Bytes, memory)), "--sheet-time", cmp.Or(o.Compile.Time, o.Time).String())
	cmd.Args[0] = os.Args[0]
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &failed, exitGrace
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Result{}, err
	}
	var tooLarge atomic.Bool
	watched, stop := context.WithCancel(limited)
	go func() {
		for ticker := time.NewTicker(memoryInterval); ; {
			select {
			case <-watched.Done():
				ticker.Stop()
				return
			case <-ticker.C:
				if machine.MemoryOf(cmd.Process.Pid) > memory {
					tooLarge.Store(true)
					cancel()
				}
			}
		}
	}()
	err = cmd.Wait()
	stop()
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	// The result is the last valid line. The last line may be incomplete.
	result := Result{Plies: -1, Reason: "no answer"}
	for line := range strings.Lines(out.String()) {
		next := result
		if json.Unmarshal([]byte(line), &next) == nil {
			result = next
		}
	}
	result.Seconds = time.Since(began).Seconds()
	result.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	switch {
	case tooLarge.Load():
		result.Value, result.Reason = "", "more than "+words.Bytes(memory)
	case limited.Err() != nil:
		result.Value, result.Reason = "", "more than "+o.Time.String()
	case err != nil:
		text := strings.TrimSpace(failed.String())
		result.Value, result.Reason = "", cmp.Or(text[:min(len(text), 300)], err.Error())
	}
	return result, nil
}

// Solve solves a sheet in this process. It prints the result so far as a line of JSON
// after compiling the sheet, after opening the game, and at the end.
func Solve(ctx context.Context, out *terminal.Output, path string, o Options) error {
	ctx, cancel := context.WithTimeout(ctx, o.Time)
	defer cancel()
	debug.SetMemoryLimit(int64(o.Memory) - job.NonHeapMemory)
	result := Result{Plies: -1, Reason: "more than " + o.Time.String()}
	print := func() error { return cmp.Or(out.PrintJSONLine(result), out.Flush()) }
	var v games.Variant
	var progress solve.Progress
	lift := usage.LimitGrounding(usage.Size(o.Compile.Bytes))
	m, _, err := gdl.LoadSpec(ctx, path, o.Compile)
	if err == nil {
		result.Roles = m.Roles
		if err := print(); err != nil {
			return err
		}
		v, err = gdl.OpenCompiled(ctx, m, path)
	}
	lift()
	if err == nil {
		result.Roles, result.Kind = v.Info().Roles, kind(v.Info())
		if err := print(); err != nil {
			return err
		}
		err = result.solve(ctx, v, o, &progress)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		if s := progress.Snapshot(); s.States > 0 {
			result.Reason += fmt.Sprintf(" (%s, %s states)", s.Phase, words.Thousands(s.States))
		}
	case err != nil:
		result.Reason = strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", "; "), filepath.Base(path)+": ")
	default:
		result.Reason = ""
	}
	result.Peak = machine.PeakMemory()
	return print()
}

func kind(info *games.Info) string {
	if len(info.Roles) == 1 {
		return "one player"
	}
	return value.KindOf(info).String()
}

// solve solves a game and verifies its table or proof. It deletes the files of an
// unfinished solve, which can be large.
func (r *Result) solve(ctx context.Context, v games.Variant, o Options, progress *solve.Progress) error {
	memory, workers := int64(o.Memory), o.workers()
	got, err := solve.Solve(ctx, o.DB, v, solve.Options{
		Method: solve.Auto, Memory: memory * 3 / 4, Limit: job.DefaultLimit, Workers: workers, Budget: o.Time, Progress: progress,
	})
	if err != nil || got.Proof != nil {
		name := v.Info().Name
		for _, n := range []string{name, store.KnownName(name), store.OpenName(name)} {
			if left := store.Delete(o.DB, n); left != nil && !errors.Is(left, store.ErrNoTable) {
				err = errors.Join(err, left)
			}
		}
	}
	if err != nil {
		return err
	}
	var start value.Outcome
	if got.Proof != nil {
		start, r.Method = got.Proof.Start, got.Proof.Solution.Method
		_, err = proof.Verify(ctx, o.DB, v, workers, nil)
	} else {
		s := got.Solution
		start, r.Method, r.States = s.Outcomes.Of(s.Start), s.Method, s.States()
		_, err = verify.Stored(ctx, o.DB, v, verify.Options{Workers: workers, Memory: memory / 2})
	}
	r.Value, r.Plies = words.Outcome(v.Info(), start), start.Remoteness
	for role := range v.Info().Roles {
		r.Payoffs = append(r.Payoffs, v.Info().ExactPoints(start.Payoff[role]).RatString())
	}
	if _, ok := errors.AsType[*store.WrongError](err); ok {
		r.Value = ""
		return err
	}
	r.Verified = err == nil // false if time has run out
	return nil
}
