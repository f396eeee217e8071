package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
	"zermelo/tablebase/verify"
)

// verifyOptions are the flags of verify.
type verifyOptions struct {
	effort
	sample int64 // 0: all
}

func (p *program) newVerify() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify GAME",
		Short: "Verify the values of a table",
		Long: `Verify a table: compute the value of each stored position again, from the rules
and the values after each move, with code that shares nothing with the solvers.
It also checks that exactly the reachable positions are stored, and the digest;
for games solved tier by tier, all counts instead. A tier that does not fit into
memory with the tiers it leads to, at two bytes an index, is verified in parts,
which takes longer.

--sample N checks N positions spread evenly over the table: quicker, and
certain to find an error that many positions have. A table where play can come
back, of joint moves or payoffs of any sum, is checked whole all the same.

The proof of a game solved by search is verified by following its moves and all
replies to the end, without search; the whole proof is in memory. Where the
game's code gives the score of a position at sight, without a search, verify
trusts it, and says so. A proof with the length of play (solve --plies) is
verified with its length, by the rules alone.

A table that is damaged or wrong gives exit code 4.`,
		Example: `  zermelo verify tron
  zermelo verify tron --sample 10000
  zermelo verify snake2p --workers 1 --json`,
		Args:              usage.Args(1, 1, "one game", "zermelo verify tron"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("sample") && o.sample < 1 {
				return games.BadInput("--sample %d: want 1 position or more", o.sample)
			}
			return p.runVerify(cmd.Context(), args[0], o)
		},
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().Int64Var(&o.sample, "sample", 0, "check `N` positions (default all)")
	o.add(cmd.Flags())
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
	// Plies is the length of play, of a proof that has it.
	Plies int `json:"plies,omitempty"`
	// AtSight says of a proof that scores which the game's code gives at sight were trusted.
	AtSight bool `json:"at_sight,omitempty"`
	// Play is the payoff of a play, of a game of one role, that is the proof: Greatest and
	// Shortest say that it was proven again, by the rules, that none gets more, and that none
	// is shorter.
	Play     *int16 `json:"play,omitempty"`
	Greatest bool   `json:"greatest,omitempty"`
	Shortest bool   `json:"shortest,omitempty"`
	// Exchanged says that the proof is that the roles can be exchanged.
	Exchanged bool `json:"exchanged,omitempty"`

	moves   int
	topmost bool // the rules have no greater payoff
}

func (p *program) runVerify(ctx context.Context, spec string, o verifyOptions) error {
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	defer o.limitMemory()()
	began := time.Now()
	progress, stop := p.watchPositions(o.quiet, "verifying")
	found, err := verify.Stored(ctx, db, v, verify.Options{
		Sample: o.sample, Workers: o.workers, Memory: int64(o.memory), Progress: progress,
	})
	name := v.Info().Label()
	result := verifyJSON{Game: name, States: found.States, Checked: found.Checked, Wrong: found.Wrong, Full: found.Full}
	if found.Full {
		result.Digest = fmt.Sprintf("%016x", found.Digest)
	}
	proven := false // there is a proof in place of a table
	if missing := err; errors.Is(missing, store.ErrNoTable) {
		var s *store.Summary
		if s, err = proof.Summarize(db, v); errors.Is(err, store.ErrNoTable) {
			err = otherRules(db, v, missing)
		} else if o.sample > 0 {
			err = games.BadInput("--sample is for tables; of %s there is a proof, which is checked whole", name)
		} else {
			proven, result = true, verifyJSON{Game: name, Full: true}
			if err == nil {
				result.Plies = max(s.Start.Remoteness, 0)
			}
			result.AtSight = result.Plies == 0 && proof.Sighted(v)
			var found proof.Verified
			found, err = proof.Verify(ctx, db, v, o.workers, func(done int64) { progress(done, 0) })
			if err == nil && len(v.Info().Roles) == 1 {
				result.Play, result.moves, result.Greatest, result.Shortest = &s.Start.Pure[0], found.Plies, found.Greatest, found.Shortest
				result.topmost = int(*result.Play) == slices.Max(v.Info().Payoffs)
			}
			result.States, result.Checked, result.Exchanged = found.Positions, found.Positions, found.Exchanged
		}
	}
	stop()
	err = cmp.Or(games.Failure(v), err)
	result.Seconds = time.Since(began).Seconds()
	var wrong *store.WrongError
	var small *verify.MemoryError
	switch {
	case errors.As(err, &small):
		need := usage.Size((small.Need + 1<<20 - 1) >> 20 << 20)
		return games.BadInput("%v; try \"--memory %s\"", err, &need)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("verify %s: interrupted after %s", name, words.Plural(result.Checked, "position"))
	case err != nil && (proven || !errors.As(err, &wrong)):
		return err
	}
	return errors.Join(p.show(result, func() { p.printVerified(result) }), err)
}

func (p *program) printVerified(r verifyJSON) {
	took := secondsText(r.Seconds)
	what := fmt.Sprintf("%s of %s positions", words.Thousands(r.Checked), words.Thousands(r.States))
	switch {
	case r.Play != nil:
		gets := fmt.Sprint(*r.Play)
		if r.topmost {
			gets = "the greatest payoff, " + gets
		}
		p.printf("%s: verified: a play of %s gets %s, by the rules alone, in %s\n", r.Game, words.Plural(int64(r.moves), "ply"), gets, took)
		if !r.topmost {
			p.printClaim("none gets more", r.Greatest, r.States)
		}
		if r.Plies > 0 {
			p.printClaim("none is shorter", r.Shortest, r.States)
		}
		return
	case r.Exchanged:
		p.printf("%s: verified: the roles can be exchanged, so that each gets half, by the rules alone, in %s\n", r.Game, took)
		return
	case r.Full && r.Digest == "": // of a proof
		p.printf("%s: verified: the proof covers all play, %s, in %s\n", r.Game, words.Plural(r.States, "position"), took)
		if r.Plies > 0 {
			p.printf("  and that it takes %s, by the rules alone\n", words.Plural(int64(r.Plies), "ply"))
		}
		if r.AtSight {
			p.printf("  where the code of the game gives a score at sight, it is trusted, not derived from the rules\n")
		}
		return
	case r.Full:
		what = fmt.Sprintf("all %s positions, digest %s", words.Thousands(r.States), r.Digest)
	}
	verdict := "verified"
	if r.Wrong > 0 {
		verdict = "WRONG in " + words.Plural(r.Wrong, "place")
	}
	p.printf("%s: %s: %s, in %s\n", r.Game, verdict, what, took)
}

// printClaim prints what is said of a play, and whether it was checked at so many positions.
func (p *program) printClaim(claim string, checked bool, positions int64) {
	if checked {
		p.printf("  that %s is checked at %s\n", claim, words.Plural(positions, "position"))
	} else {
		p.printf("  that %s the search has proven; it is not checked again\n", claim)
	}
}
