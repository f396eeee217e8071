package command

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
	// exitGrace is the time that a process has to exit after its time limit.
	exitGrace = time.Second
	// memoryInterval is the interval between measurements of the memory of a process.
	memoryInterval = 20 * time.Millisecond
)

// solveSheetProcess solves a sheet in a new process. It kills the process if the
// process exceeds the time or memory limit.
func (p *program) solveSheetProcess(ctx context.Context, db, path string, o sweepOptions) (sheetResult, error) {
	executable, err := os.Executable()
	if err != nil {
		return sheetResult{}, err
	}
	limits, err := p.sheets.Limits()
	if err != nil {
		return sheetResult{}, err
	}
	limited, cancel := context.WithTimeout(ctx, o.time+exitGrace)
	defer cancel()
	memory := int64(o.solve.Memory)
	cmd := exec.CommandContext(limited, executable, "sweep", path, "--child", "--db", db, "--time", o.time.String(), "--memory", o.solve.Memory.String(), "--jobs", fmt.Sprint(o.jobs),
		"--sheet-memory", fmt.Sprint(cmp.Or(limits.Bytes, memory)), "--sheet-time", cmp.Or(limits.Time, o.time).String())
	cmd.Args[0] = os.Args[0]
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &failed, exitGrace
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return sheetResult{}, err
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
		return sheetResult{}, ctx.Err()
	}
	// The result is the last valid line. The last line may be incomplete.
	result := sheetResult{Plies: -1, Reason: "no answer"}
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
		result.Value, result.Reason = "", "more than "+o.time.String()
	case err != nil:
		text := strings.TrimSpace(failed.String())
		result.Value, result.Reason = "", cmp.Or(text[:min(len(text), 300)], err.Error())
	}
	return result, nil
}

// solveSheetChild solves a sheet in this process. It prints the result so far as a
// line of JSON after compiling the sheet, after opening the game, and at the end.
func (p *program) solveSheetChild(ctx context.Context, path string, o sweepOptions) error {
	db, err := p.writableTables()
	if err != nil {
		return err
	}
	limits, err := p.sheets.Limits()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, o.time)
	defer cancel()
	debug.SetMemoryLimit(int64(o.solve.Memory) - job.NonHeapMemory)
	result := sheetResult{Plies: -1, Reason: "more than " + o.time.String()}
	print := func() error { return cmp.Or(p.out.PrintJSONLine(result), p.out.Flush()) }
	var v games.Variant
	var progress solve.Progress
	lift := usage.LimitGrounding(usage.Size(limits.Bytes))
	m, _, err := gdl.LoadSpec(ctx, path, limits)
	if err == nil {
		result.Roles = m.Roles
		if err := print(); err != nil {
			return err
		}
		v, err = gdl.OpenCompiled(ctx, m, path)
	}
	lift()
	if err == nil {
		result.Roles, result.Kind = v.Info().Roles, sheetKind(v.Info())
		if err := print(); err != nil {
			return err
		}
		err = result.solve(ctx, db, v, o, &progress)
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

func sheetKind(info *games.Info) string {
	if len(info.Roles) == 1 {
		return "one player"
	}
	return value.KindOf(info).String()
}

// solve solves a game and verifies its table or proof. It deletes the files of an
// unfinished solve, which can be large.
func (r *sheetResult) solve(ctx context.Context, db string, v games.Variant, o sweepOptions, progress *solve.Progress) error {
	memory, workers := int64(o.solve.Memory), sheetWorkers(o)
	got, err := solve.Solve(ctx, db, v, solve.Options{
		Method: solve.Auto, Memory: memory * 3 / 4, Limit: job.DefaultLimit, Workers: workers, Budget: o.time, Progress: progress,
	})
	if err != nil || got.Proof != nil {
		name := v.Info().Name
		for _, n := range []string{name, store.KnownName(name), store.OpenName(name)} {
			if left := store.Delete(db, n); left != nil && !errors.Is(left, store.ErrNoTable) {
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
		_, err = proof.Verify(ctx, db, v, workers, nil)
	} else {
		s := got.Solution
		start, r.Method, r.States = s.Outcomes.Of(s.Start), s.Method, s.States()
		_, err = verify.Stored(ctx, db, v, verify.Options{Workers: workers, Memory: memory / 2})
	}
	r.Value, r.Plies = words.Outcome(v.Info(), start), start.Remoteness
	for role := range v.Info().Roles {
		r.Payoffs = append(r.Payoffs, v.Info().ExactPoints(start.Payoff[role]).RatString())
	}
	var wrong *store.WrongError
	if errors.As(err, &wrong) {
		r.Value = ""
		return err
	}
	r.Verified = err == nil // false if time has run out
	return nil
}
