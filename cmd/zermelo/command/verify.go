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

type verifyOptions struct {
	usage.Effort
	sample int64 // 0 means all
}

func (p *program) newVerify() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify GAME",
		Short: "Verify the values of a table",
		Long: `Verify a table or proof with code that is independent of the solvers.

For a table, verify computes the value of each position from the rules and the
values of its children, and checks the number of positions and the digest.
--sample N checks N positions spread evenly over the table; tables of games with
repeated positions, simultaneous moves or general-sum payoffs are always checked
completely. For a proof, verify plays its moves against every reply, without a
search. The exit code is 4 if the table or proof is corrupt or wrong.`,
		Example: `  zermelo verify tron
  zermelo verify tron --sample 10000
  zermelo verify snake2p --workers 1 --json`,
		Args: usage.Args(1, 1, "one game", "zermelo verify tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("sample") && o.sample < 1 {
				return games.BadInput("--sample %d: must be at least 1", o.sample)
			}
			return p.runVerify(cmd.Context(), args[0], o)
		},
	}
	cmd.Flags().Int64Var(&o.sample, "sample", 0, "check `N` positions (default all)")
	o.Effort.Add(cmd.Flags())
	return cmd
}

type verifyJSON struct {
	Game    string  `json:"game"`
	States  int64   `json:"states"`           // number of states in the table
	Checked int64   `json:"checked"`          // number of states checked
	Wrong   int64   `json:"wrong"`            // number of wrong states
	Full    bool    `json:"full"`             // all states were checked
	Digest  string  `json:"digest,omitempty"` // recomputed digest, if all states were checked
	Seconds float64 `json:"seconds"`
	// Plies is the remoteness of the start if the proof contains it.
	Plies int `json:"remoteness,omitempty"`
	// AtSight reports whether the proof relies on scores computed by the game's
	// code.
	AtSight bool `json:"at_sight,omitempty"`
	// Play is the payoff, in points, of the play that constitutes the proof of a
	// one-player game.
	Play *float64 `json:"play,omitempty"`
	// Greatest reports whether verify has proven from the rules that no play has a
	// greater payoff.
	Greatest bool `json:"greatest,omitempty"`
	// Shortest reports whether verify has proven from the rules that no play with
	// this payoff is shorter.
	Shortest bool `json:"shortest,omitempty"`
	// Exchanged reports whether the proof is the symmetry of the roles.
	Exchanged bool `json:"exchanged,omitempty"`

	moves   int
	gets    string // Play with its unit
	topmost bool   // the payoff is the highest that the rules can award
}

func (p *program) runVerify(ctx context.Context, spec string, o verifyOptions) error {
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	if err := o.Check(); err != nil {
		return err
	}
	defer usage.LimitMemory(o.Memory)()
	began := time.Now()
	progress, stop := p.progress.Positions("verifying", "states")
	found, err := verify.Stored(ctx, db, v, verify.Options{
		Sample: o.sample, Workers: o.Workers, Memory: int64(o.Memory), Progress: progress,
	})
	name := v.Info().Label()
	result := verifyJSON{Game: name, States: found.States, Checked: found.Checked, Wrong: found.Wrong, Full: found.Full}
	if found.Full {
		result.Digest = fmt.Sprintf("%016x", found.Digest)
	}
	proven := false // a proof is stored instead of a table
	if missing := err; errors.Is(missing, store.ErrNoTable) {
		var s *store.Summary
		if s, err = proof.Summarize(db, v); errors.Is(err, store.ErrNoTable) {
			err = otherRules(db, v, missing)
		} else if o.sample > 0 {
			err = games.BadInput("--sample requires a table, but %s has only a proof", name)
		} else {
			proven, result = true, verifyJSON{Game: name, Full: true}
			if err == nil {
				result.Plies = max(s.Start.Remoteness, 0)
			}
			result.AtSight = result.Plies == 0 && proof.Sighted(v)
			var found proof.Verified
			found, err = proof.Verify(ctx, db, v, o.Workers, func(done int64) { progress(done, 0) })
			if info := v.Info(); err == nil && len(info.Roles) == 1 {
				play := info.Points(int(s.Start.Pure[0]))
				result.Play, result.moves, result.Greatest, result.Shortest = &play, found.Plies, found.Greatest, found.Shortest
				result.gets = words.Amount(info, play)
				result.topmost = int(s.Start.Pure[0]) == slices.Max(info.Payoffs)
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
		return games.BadInput("%v; use --memory %s", err, &need)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("verify %s: interrupted after %s", name, words.Plural(result.Checked, "position"))
	case err != nil && (proven || !errors.As(err, &wrong)):
		return err
	}
	return errors.Join(p.out.Show(result, func() { p.printVerified(result) }), err)
}

func (p *program) printVerified(r verifyJSON) {
	took := secondsText(r.Seconds)
	what := fmt.Sprintf("%s of %s positions", words.Thousands(r.Checked), words.Thousands(r.States))
	switch {
	case r.Play != nil:
		gets := r.gets
		if r.topmost {
			gets = "the maximum payoff of " + gets
		}
		p.printf("%s: verified: a play of %s gets %s (from the rules alone), in %s\n", r.Game, words.Plural(int64(r.moves), "ply"), gets, took)
		if !r.topmost {
			p.printClaim("no play gets more", r.Greatest, r.States)
		}
		if r.Plies > 0 {
			p.printClaim("no play is shorter", r.Shortest, r.States)
		}
		return
	case r.Exchanged:
		p.printf("%s: verified in %s: each role gets half of the total, because the rules allow exchanging the roles\n", r.Game, took)
		return
	case r.Full && r.Digest == "": // a proof
		p.printf("%s: verified: the proof covers all play, %s, in %s\n", r.Game, words.Plural(r.States, "position"), took)
		if r.Plies > 0 {
			p.printf("  length verified from the rules alone: %s\n", words.Plural(int64(r.Plies), "ply"))
		}
		if r.AtSight {
			p.printf("  scores computed by the game's code are trusted, not derived from the rules\n")
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

// printClaim prints a claim about a play and, if it was checked, the number of
// positions.
func (p *program) printClaim(claim string, checked bool, positions int64) {
	if checked {
		p.printf("  %s: checked at %s\n", claim, words.Plural(positions, "position"))
	} else {
		p.printf("  %s: proven by the search, not checked again\n", claim)
	}
}
