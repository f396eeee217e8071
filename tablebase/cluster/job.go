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
)

// Job is a solve that many machines do. All that decides its result is in it.
type Job struct {
	Game    string       `json:"game"`              // as typed, of a file without its folder
	File    string       `json:"file,omitempty"`    // the name of the rule sheet, the script or the module
	Content []byte       `json:"content,omitempty"` // of the file
	Rules   uint64       `json:"rules,string"`      // games.RulesDigest
	Program string       `json:"program"`           // the version of the program
	Sizes   shards.Sizes `json:"sizes"`
	Span    int          `json:"span"`            // layers that a ply leads on at most
	Tiers   []games.Tier `json:"tiers,omitempty"` // of a game with numbered positions, which has no layers
	// SearchNodes is how many nodes a task of a search has; 0 for a table.
	SearchNodes uint64 `json:"search_nodes,omitempty"`
}

// graph is the tasks of a job of which none is done.
func (j *Job) graph() *shards.Graph {
	if j.Tiers != nil {
		return shards.NewTierGraph(j.Sizes, j.Tiers)
	}
	return shards.NewGraph(j.Sizes, j.Span)
}

// newJob describes the solve of a game, or a search for a proof by tasks of so many nodes.
func newJob[S games.State](g games.Game[S], program string, sizes shards.Sizes, searchNodes uint64) (*Job, error) {
	info := g.Info()
	j := &Job{Game: info.Name, Rules: games.RulesDigest(g), Program: program, Sizes: sizes, SearchNodes: searchNodes}
	layers, layered := g.(games.Layered[S])
	tiers, tiered := g.(games.Tiered[S])
	switch {
	case searchNodes > 0: // has no layers or tiers
	case layered:
		j.Span = layers.Span()
	case tiered:
		j.Tiers = tiers.Tiers()
		if _, ok := g.(games.Retro[S]); !ok {
			j.Sizes = shards.Sizes{} // the plies of a tier are in the memory of one worker
		}
	}
	if info.Typed == "" {
		return j, nil
	}
	file, options := info.Typed, ""
	if _, err := os.Stat(file); err != nil {
		at := strings.LastIndexByte(file, ':')
		if at < 0 {
			return nil, noFile(info)
		}
		file, options = file[:at], file[at:]
	}
	var err error
	if j.Content, err = os.ReadFile(file); err != nil {
		return nil, noFile(info)
	}
	j.File = filepath.Base(file)
	j.Game = j.File + options
	return j, nil
}

func noFile(info *games.Info) error {
	return games.BadInput("%s is played by a program of this machine, which other machines do not have: use a rule sheet, a script or a module", info.Label())
}

// ID is the name of the job in the store and for people: the game, and a digest of all that decides the
// result.
func (j *Job) ID() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic("cluster: " + err.Error()) // our own struct can be marshalled
	}
	return fmt.Sprintf("%s.%016x", plain(j.Game), xxhash.Sum64(text))
}

// Opener opens the game that a spec names.
type Opener func(ctx context.Context, spec string) (games.Variant, error)

// open makes the game of a job. Its file goes to the folder dir. The rules must be those of the job.
func (j *Job) open(ctx context.Context, dir string, open Opener) (games.Variant, error) {
	spec := j.Game
	if j.File != "" {
		if j.File != filepath.Base(j.File) {
			return nil, fmt.Errorf("%q is no name of a file", j.File)
		}
		if err := os.WriteFile(filepath.Join(dir, j.File), j.Content, 0o666); err != nil {
			return nil, err
		}
		spec = filepath.Join(dir, spec)
	}
	v, err := open(ctx, spec)
	if err != nil {
		return nil, err
	}
	if rules := games.ByState(v, rulesOf[uint64], rulesOf[[2]uint64], rulesOf[[4]uint64]); rules != j.Rules {
		return nil, fmt.Errorf("the rules of %s have digest %016x here, and %016x where the job was made: use the same version of the program", j.Game, rules, j.Rules)
	}
	return v, nil
}

func rulesOf[S games.State](g games.Game[S]) uint64 { return games.RulesDigest(g) }

// readJob reads a job from the store.
func readJob(ctx context.Context, bucket *bucket, id string) (*Job, error) {
	j := new(Job)
	if err := readJSON(ctx, bucket, id+"/job.json", j); err != nil {
		return nil, err
	}
	if j.ID() != id {
		return nil, fmt.Errorf("%s/job.json is damaged: it describes %s", id, j.ID())
	}
	return j, nil
}
