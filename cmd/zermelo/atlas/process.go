package atlas

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
	"zermelo/tablebase/build"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
	"zermelo/tablebase/verify"
)

const (
	// grace is how much longer than the limit a process may take to end by itself.
	grace = time.Second
	// watchEvery is how often the memory of a process is looked at.
	watchEvery = 20 * time.Millisecond
)

// solveApart solves a sheet in a process of its own, which is killed when it exceeds a limit.
func (e Env) solveApart(ctx context.Context, db, path string, o options) (Row, error) {
	program, err := os.Executable()
	if err != nil {
		return Row{}, err
	}
	limited, cancel := context.WithTimeout(ctx, o.time+grace)
	defer cancel()
	sheets, err := e.Limits()
	if err != nil {
		return Row{}, err
	}
	bytesAllowed, timeAllowed := cmp.Or(sheets.Bytes, int64(o.memory)), cmp.Or(sheets.Time, o.time)
	cmd := exec.CommandContext(limited, program, "gdl", "atlas", path, "--here", "--db", db, "--time", o.time.String(), "--memory", o.memory.String(),
		"--jobs", fmt.Sprint(o.jobs), "--sheet-memory", fmt.Sprint(bytesAllowed), "--sheet-time", timeAllowed.String())
	cmd.Args[0] = os.Args[0]
	var out, failed bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &out, &failed, grace
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return Row{}, err
	}
	var large atomic.Bool
	watching, stop := context.WithCancel(limited)
	go func() {
		for ticker := time.NewTicker(watchEvery); ; {
			select {
			case <-watching.Done():
				ticker.Stop()
				return
			case <-ticker.C:
				if machine.MemoryOf(cmd.Process.Pid) > int64(o.memory) {
					large.Store(true)
					cancel()
				}
			}
		}
	}()
	err = cmd.Wait()
	stop()
	if ctx.Err() != nil {
		return Row{}, ctx.Err()
	}
	// Each line is what is known by then; the last one may be cut off.
	row := Row{Plies: -1, Reason: "no answer"}
	for line := range strings.Lines(out.String()) {
		next := row
		if json.Unmarshal([]byte(line), &next) == nil {
			row = next
		}
	}
	row.Seconds = time.Since(began).Seconds()
	row.CPU = (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
	switch {
	case large.Load():
		row.Value, row.Reason = "", "more than "+words.Bytes(int64(o.memory))
	case limited.Err() != nil:
		row.Value, row.Reason = "", "more than "+o.time.String()
	case err != nil:
		text := strings.TrimSpace(failed.String())
		row.Value, row.Reason = "", cmp.Or(text[:min(len(text), 300)], err.Error())
	}
	return row, nil
}

// solveHere solves a sheet and prints its row, first as far as it is known when it is
// compiled, a line each time.
func (e Env) solveHere(ctx context.Context, db, path string, o options) error {
	ctx, cancel := context.WithTimeout(ctx, o.time)
	defer cancel()
	debug.SetMemoryLimit(int64(o.memory) - job.NotHeap)
	row := Row{Plies: -1, Reason: "more than " + o.time.String()}
	tell := func() error {
		line, err := json.Marshal(row)
		if err != nil {
			return err
		}
		e.Out.Printf("%s\n", line)
		return e.Out.Flush()
	}
	limits, err := e.Limits()
	if err != nil {
		return err
	}
	var v games.Variant
	var progress build.Progress
	lift := usage.LimitGrounding(usage.Size(limits.Bytes))
	m, err := gdl.Load(ctx, path, limits)
	if err == nil {
		row.Roles = m.Roles
		if err := tell(); err != nil {
			return err
		}
		v, err = gdl.OpenCompiled(ctx, m, path)
	} else {
		v, err = gdl.OpenLifted(ctx, path, limits, err)
	}
	lift()
	if err == nil {
		row.Roles, row.Kind = v.Info().Roles, kindOf(v.Info())
		if err := tell(); err != nil {
			return err
		}
		err = row.solve(ctx, db, v, o, &progress)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		row.Reason = "more than " + o.time.String() + busy(progress.Snapshot())
	case err != nil:
		row.Reason = strings.TrimPrefix(strings.ReplaceAll(err.Error(), "\n", "; "), filepath.Base(path)+": ")
	default:
		row.Reason = ""
	}
	row.Peak = machine.PeakMemory()
	return tell()
}

// busy says how far a solve came, in parentheses, or nothing.
func busy(s job.Snapshot) string {
	if s.States == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s, %s states)", s.Phase, words.Thousands(s.States))
}

// kindOf says what kind of game a sheet is.
func kindOf(info *games.Info) string {
	if len(info.Roles) == 1 {
		return "one player"
	}
	return value.KindOf(info).String()
}

// solve solves a game and verifies what is stored. What is unfinished at the end is deleted,
// as it can be large.
func (r *Row) solve(ctx context.Context, db string, v games.Variant, o options, progress *build.Progress) error {
	got, err := build.Solve(ctx, db, v, build.Options{
		Method: build.Auto, Memory: int64(o.memory) * 3 / 4, Limit: job.DefaultLimit, Workers: workers(o), Budget: o.time, Progress: progress,
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
		_, err = proof.Verify(ctx, db, v, workers(o), nil)
	} else {
		s := got.Solution
		start, r.Method, r.States = s.Outcomes.Of(s.Start), s.Method, s.States()
		_, err = verify.Stored(ctx, db, v, verify.Options{Workers: workers(o), Memory: int64(o.memory) / 2})
	}
	r.Value, r.Plies = words.Outcome(v.Info(), start), start.Remoteness
	for role := range v.Info().Roles {
		r.Payoffs = append(r.Payoffs, start.Payoff[role].RatString())
	}
	var wrong *store.WrongError
	if errors.As(err, &wrong) {
		r.Value = ""
		return err
	}
	r.Verified = err == nil // there may have been no time for it
	return nil
}
