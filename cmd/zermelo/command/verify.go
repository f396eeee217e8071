package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
	"zermelo/tablebase/verify"
)

const verifyLong = `Verify a table: compute the value of each stored position again, from the rules
and the values after each move, with code that shares nothing with the solvers.
It also checks that exactly the reachable positions are stored, and the digest;
for games solved tier by tier, all counts instead. A tier that does not fit into
memory with the tiers it leads to, at two bytes an index, is verified in parts,
which takes longer.

--sample N checks N positions spread evenly over the table: quicker, and
certain to find an error that many positions have.

The proof of a game solved by search is verified by following its moves and all
replies to the end, without search; the whole proof is in memory. Where the game's code gives the score of a
position directly, as it does for the search, verify believes it, and says so.

A table that is damaged or wrong gives exit code 4.`

const verifyExample = `  zermelo verify tron
  zermelo verify tron --sample 10000
  zermelo verify snake2p --workers 1 --json`

// verifyOptions are the flags of verify.
type verifyOptions struct {
	sample  int64
	workers int
	memory  usage.Size
	quiet   bool
}

func (p *program) newVerify() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:               "verify GAME",
		Short:             "Verify the values of a table",
		Long:              verifyLong,
		Example:           verifyExample,
		Args:              usage.Args(1, 1, "one game", "zermelo verify tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("sample") && o.sample < 1 {
				return games.BadInput("--sample %d: want 1 position or more", o.sample)
			}
			return p.runVerify(cmd.Context(), args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.Int64Var(&o.sample, "sample", 0, "check `N` positions (default all)")
	flags.IntVar(&o.workers, "workers", 0, "use `N` workers (default all cores)")
	flags.Var(&o.memory, "memory", "use up to about `SIZE` of memory, for the whole process, as in 512MiB or 2GiB (default half of what is free)")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print no progress")
	return cmd
}

// verifyJSON is the JSON form of what was found.
type verifyJSON struct {
	Game    string  `json:"game"`
	States  int64   `json:"states"`  // in the table
	Checked int64   `json:"checked"` // of these
	Wrong   int64   `json:"wrong"`
	Full    bool    `json:"full"`             // all states were checked
	Digest  string  `json:"digest,omitempty"` // worked out again; only if full
	Seconds float64 `json:"seconds"`
	// AtSight says of a proof that what the game's code tells at sight was believed.
	AtSight bool `json:"at_sight,omitempty"`
}

func (p *program) runVerify(ctx context.Context, spec string, o verifyOptions) error {
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	if err := cmp.Or(checkWorkers(o.workers), usage.CheckMemory(o.memory)); err != nil {
		return err
	}
	db, err := p.tables()
	if err != nil {
		return err
	}
	var done, total atomic.Int64
	stop := func() {}
	if !o.quiet {
		stop = watch(p.err, func() stage {
			if total.Load() == 0 {
				return stage{}
			}
			return stage{phase: "verifying", done: done.Load(), total: total.Load()}
		})
	}
	defer limitMemory(o.memory)()
	began := time.Now()
	found, err := verify.Stored(ctx, db, v, verify.Options{
		Sample: o.sample, Workers: o.workers, Memory: int64(o.memory), Progress: func(d, t int64) { done.Store(d); total.Store(t) },
	})
	stop()
	name := v.Info().Label()
	if errors.Is(err, store.ErrNoTable) {
		if _, missing := proof.Summarize(db, v); !errors.Is(missing, store.ErrNoTable) {
			return p.runVerifyProof(ctx, db, v, o)
		}
		return otherRules(db, v, err)
	}
	var wrong *store.WrongError
	var small *verify.MemoryError
	switch {
	case errors.As(err, &small):
		need := usage.Size((small.Need + 1<<20 - 1) >> 20 << 20)
		return games.BadInput("%v; try \"--memory %s\"", err, &need)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("verify %s: interrupted after %s", name, words.Plural(done.Load(), "position"))
	case err != nil && !errors.As(err, &wrong):
		return err
	}
	return errors.Join(p.showVerified(name, found, time.Since(began)), err)
}

// runVerifyProof proves the proof of a game that has no table.
func (p *program) runVerifyProof(ctx context.Context, db string, v games.Variant, o verifyOptions) error {
	name := v.Info().Label()
	if o.sample > 0 {
		return games.BadInput("--sample is for tables; of %s there is a proof, which is checked whole", name)
	}
	var done atomic.Int64
	stop := func() {}
	if !o.quiet {
		stop = watch(p.err, func() stage {
			return stage{phase: "verifying", done: done.Load(), found: done.Load()}
		})
	}
	began := time.Now()
	n, err := proof.Verify(ctx, db, v, o.workers, done.Store)
	stop()
	switch {
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("verify %s: interrupted after %s", name, words.Plural(n, "position"))
	case err != nil:
		return err
	}
	took := time.Since(began)
	if p.json {
		return p.printJSON(verifyJSON{Game: name, States: n, Checked: n, Full: true, Seconds: took.Seconds(), AtSight: proof.Sighted(v)})
	}
	p.printf("%s: verified: the proof covers all play, %s, in %s\n", name, words.Plural(n, "position"), words.Seconds(took))
	if proof.Sighted(v) {
		p.printf("  not by the rules alone: where the code of the game tells a score at sight, that is believed\n")
	}
	return nil
}

func (p *program) showVerified(name string, r verify.Report, took time.Duration) error {
	digest := ""
	if r.Full {
		digest = fmt.Sprintf("%016x", r.Digest)
	}
	if p.json {
		return p.printJSON(verifyJSON{Game: name, States: r.States, Checked: r.Checked, Wrong: r.Wrong, Full: r.Full, Digest: digest, Seconds: took.Seconds()})
	}
	what := fmt.Sprintf("%s of %s positions", words.Thousands(r.Checked), words.Thousands(r.States))
	if r.Full {
		what = fmt.Sprintf("all %s positions, digest %s", words.Thousands(r.States), digest)
	}
	verdict := "verified"
	if r.Wrong > 0 {
		verdict = "WRONG in " + words.Plural(r.Wrong, "place")
	}
	p.printf("%s: %s: %s, in %s\n", name, verdict, what, words.Seconds(took))
	return nil
}
