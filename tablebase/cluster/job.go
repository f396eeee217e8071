package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase/objectstore"
)

// Job describes a distributed solve. The description determines the results.
type Job struct {
	Game    string       `json:"game"`              // game as typed, without the directory of a file
	File    string       `json:"file,omitempty"`    // base name of the rule sheet, script or module
	Content []byte       `json:"content,omitempty"` // content of the file
	Rules   uint64       `json:"rules,string"`      // games.RulesDigest
	Program string       `json:"program"`           // version of the program
	Sizes   shards.Sizes `json:"sizes"`
	Span    int          `json:"span"`            // maximum number of layers that a single ply can advance
	Tiers   []games.Tier `json:"tiers,omitempty"` // tiers of a game without layers
	// SearchNodes is the maximum number of nodes per task of a search. It is 0 if
	// the job builds a table.
	SearchNodes uint64 `json:"search_nodes,omitempty"`
}

// graph returns the job's task graph without any results.
func (j *Job) graph() *shards.Graph {
	if j.Tiers != nil {
		return shards.NewTierGraph(j.Sizes, j.Tiers)
	}
	return shards.NewGraph(j.Sizes, j.Span)
}

// newJob returns a job that builds the table of a game or, if searchNodes is not 0,
// searches for a proof.
func newJob[S games.State](g games.Game[S], program string, sizes shards.Sizes, searchNodes uint64) (*Job, error) {
	info := g.Info()
	j := &Job{Game: info.Name, Rules: games.RulesDigest(g), Program: program, Sizes: sizes, SearchNodes: searchNodes}
	layers, layered := g.(games.Layered[S])
	tiers, tiered := g.(games.Tiered[S])
	switch {
	case searchNodes > 0: // searches use neither layers nor tiers
	case layered:
		j.Span = layers.Span()
	case tiered:
		j.Tiers = tiers.Tiers()
		if _, ok := g.(games.Retro[S]); !ok {
			j.Sizes = shards.Sizes{} // a tier must fit into the memory of one worker
		}
	}
	switch name, options, hasOptions := strings.Cut(info.Name, ":"); {
	case info.Source != "":
		j.Content = []byte(info.Source)
		j.File, _, _ = strings.Cut(name, "@")
		if j.Game = j.File; hasOptions {
			j.Game += ":" + options
		}
	case info.Typed != "":
		return nil, games.BadInput("%s: programs can run only on the local machine; use a rule sheet, a script or a module", info.Label())
	}
	return j, nil
}

// ID returns the job's ID, which consists of the name of the game and a digest of
// the description.
func (j *Job) ID() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic("cluster: " + err.Error()) // cannot happen: a Job can be marshaled
	}
	return fmt.Sprintf("%s.%016x", plain(j.Game), xxhash.Sum64(text))
}

// Opener opens the games of jobs. Jobs are not trusted, because anyone with write
// access to the store can create one. Therefore the game must be in Registry or in
// the file that the job contains. Commands and other paths are rejected.
type Opener struct {
	Registry *games.Registry
	// File opens a rule sheet, script or module. The spec is an absolute path,
	// followed by options as on the command line.
	File func(ctx context.Context, spec string) (games.Variant, error)
}

// open opens the game of the job. It writes the job's file, if any, to the
// directory dir. It returns an error if the rules digest differs from j.Rules.
func (j *Job) open(ctx context.Context, dir string, open Opener) (games.Variant, error) {
	v, err := j.openRules(ctx, dir, open)
	if err != nil {
		return nil, err
	}
	if rules := games.ByState(v, rulesOf[uint64], rulesOf[[2]uint64], rulesOf[[4]uint64]); rules != j.Rules {
		return nil, fmt.Errorf("%s: the rules digest is %016x here, but %016x in the job; use the same version of the program", j.Game, rules, j.Rules)
	}
	return v, nil
}

// openRules is like open, but does not check the rules digest.
func (j *Job) openRules(ctx context.Context, dir string, open Opener) (games.Variant, error) {
	if j.File == "" {
		v, err := open.Registry.Open(j.Game)
		if err != nil {
			return nil, fmt.Errorf("job for %s has no rules file: %v", games.Echo(j.Game), err) // use %v because this is not the user's input
		}
		return v, nil
	}
	options, named := strings.CutPrefix(j.Game, j.File)
	if j.File != filepath.Base(j.File) || !named || options != "" && options[0] != ':' || strings.ContainsRune(options, filepath.Separator) {
		return nil, fmt.Errorf("job for %s rejected: the game does not match its file %s", games.Echo(j.Game), games.Echo(j.File))
	}
	path, err := filepath.Abs(filepath.Join(dir, j.File)) // an absolute path cannot name a command
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, j.Content, 0o666); err != nil {
		return nil, err
	}
	return open.File(ctx, path+options)
}

func rulesOf[S games.State](g games.Game[S]) uint64 { return games.RulesDigest(g) }

func readJob(ctx context.Context, bucket objectstore.Store, id string) (*Job, error) {
	j := new(Job)
	if err := readExisting(ctx, bucket, id+"/job.json", j); isDamagedJSON(err) {
		return nil, fmt.Errorf("%w; remove the job with: zermelo cluster jobs clean %s --store URL", err, id)
	} else if err != nil {
		return nil, err
	}
	if j.ID() != id {
		return nil, fmt.Errorf("%s/job.json describes job %s", id, j.ID())
	}
	return j, nil
}
