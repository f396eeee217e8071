// Package cluster has the flags and the commands of solves on several machines.
package cluster

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
)

// Flags say where NATS and the object store are.
type Flags struct {
	cluster.Access
	Store string
	lease time.Duration // see cluster.WorkerOptions; for tests
}

// Add adds the flags.
func (f *Flags) Add(flags *pflag.FlagSet) {
	flags.StringVar(&f.URL, "nats", "", "hand out tasks by the NATS server at `URL`, as in nats://host:4222 or tls://host:4222")
	flags.StringVar(&f.Store, "store", "", "keep the objects of tasks at `URL`, as in file:///srv/solves or s3://bucket/solves")
	flags.StringVar(&f.Credentials, "nats-creds", "", "read the credentials for NATS from `FILE`")
	flags.StringVar(&f.TokenFile, "nats-token-file", "", "read the token for NATS from `FILE`")
	flags.StringVar(&f.CA, "nats-ca", "", "trust the authorities in `FILE` (PEM) for TLS")
	flags.StringVar(&f.Cert, "nats-cert", "", "show the certificate in `FILE` (PEM) to NATS")
	flags.StringVar(&f.Key, "nats-key", "", "the key of --nats-cert is in `FILE` (PEM)")
	flags.DurationVar(&f.lease, "lease", 0, "hand a task out again after `TIME` without progress")
	_ = flags.MarkHidden("lease") // which exists
}

// Check finds flags that do not go together.
func (f *Flags) Check() error {
	switch {
	case f.URL != "" && f.Store == "":
		return games.BadInput("--nats needs a store that all machines reach: give --store URL")
	case f.URL == "" && (f.Credentials != "" || f.TokenFile != "" || f.CA != "" || f.Cert != ""):
		return games.BadInput("--nats-creds, --nats-token-file, --nats-ca and --nats-cert are for --nats URL")
	case (f.Cert == "") != (f.Key == ""):
		return games.BadInput("--nats-cert and --nats-key go together: give both, or none")
	}
	return nil
}

// SolveFlags are those of solve.
type SolveFlags struct {
	Flags
	here   bool
	shards int
	least  int64  // for tests
	nodes  uint64 // likewise
}

// Add adds the flags.
func (f *SolveFlags) Add(flags *pflag.FlagSet) {
	flags.BoolVar(&f.here, "cluster", false, "solve by tasks, as on several machines, in this process")
	f.Flags.Add(flags)
	flags.IntVar(&f.Replicas, "nats-replicas", 0, "keep the queue on `N` servers, 3 or 5, where NATS is a cluster (default 1)")
	flags.IntVar(&f.shards, "shards", 0, "divide large layers and tiers into `N` shards, four times the workers or more (default 16, in one process four times the processors)")
	flags.Int64Var(&f.least, "shard-states", 0, "give a shard `N` states or more")
	flags.Uint64Var(&f.nodes, "task-nodes", 0, "search `N` positions in a task")
	_ = errors.Join(flags.MarkHidden("shard-states"), flags.MarkHidden("task-nodes")) // which exist
}

// On says whether the game is to be solved by tasks.
func (f *SolveFlags) On() bool { return f.here || f.URL != "" || f.Store != "" || f.shards != 0 }

// mostShards is more than any cluster has workers for.
const mostShards = 1 << 14

// Check finds flags that are out of range or do not go together.
func (f *SolveFlags) Check() error {
	if f.shards < 0 || f.shards > mostShards {
		return games.BadInput("--shards %d: want 1 to %d", f.shards, mostShards)
	}
	if !slices.Contains([]int{0, 1, 3, 5}, f.Replicas) {
		return games.BadInput("--nats-replicas %d: want 1, 3 or 5", f.Replicas)
	}
	if f.Store != "" && f.URL == "" && !f.here {
		return games.BadInput("--store is for solving by tasks: give --nats URL, or --cluster for this machine alone")
	}
	return f.Flags.Check()
}

// Options are those that the flags set.
func (f *SolveFlags) Options() cluster.Options {
	return cluster.Options{Access: f.Access, Store: f.Store, Lease: f.lease, SearchNodes: f.nodes, Sizes: shards.Sizes{Shards: f.shards, Least: f.least}}
}

// Opener opens the game that a spec names.
type Opener = func(ctx context.Context, spec string) (games.Variant, error)
