package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase/objectstore"
)

// Names used in NATS. The tasks of all jobs share a work-queue stream, with a consumer
// for each object store and version of the program, so that a worker receives only
// tasks that it can run. A worker extends its claim on a message while the task makes
// progress. Reports and choices are ordinary messages to the job's coordinator. The
// bucket contains leases and commands.
const (
	streamName    = "ZERMELO-TASKS"
	bucketName    = "zermelo"
	taskSubject   = "zermelo.tasks."
	reportSubject = "zermelo.report."
	choiceSubject = "zermelo.choice."
	// maxDeliveries is the maximum number of times that a message is delivered. If
	// all deliveries fail, the job stops. It is reached only if workers disappear,
	// because a coordinator stops earlier if they report errors; see maxTries.
	maxDeliveries = 30
	// publishTimeout is the maximum time until the server acknowledges a task.
	publishTimeout = 5 * time.Second
	// pingInterval is the interval between pings to the server. If three are not
	// answered, the client connects again.
	pingInterval = 5 * time.Second
)

// Access configures the connection to NATS. URL is required.
type Access struct {
	URL         string // for example nats://host:4222 or tls://host:4222; URLs are separated by commas
	Credentials string // file with the user's key, in the format of nsc; optional
	TokenFile   string // file that contains a token; optional
	Replicas    int    // number of servers in the NATS cluster that store the queue: 1, 3 or 5; defaults to 1
	CA          string // file with CA certificates; defaults to the system's
	Cert, Key   string // files with the client's certificate and key; optional
}

// order is a message in the queue: a run of Count tasks for consecutive shards, the first
// of which is Task. If Count is 0, the run has one task.
type order struct {
	Job   string      `json:"job"`
	Task  shards.Task `json:"task"`
	Count int         `json:"count,omitempty"`
}

// tasks returns the number of tasks of the run.
func (o *order) tasks() int { return max(1, o.Count) }

// report is sent by a worker when a task completes or fails.
type report struct {
	Task     shards.Task        `json:"task"`
	Made     *shards.Manifest   `json:"made,omitempty"`
	Worker   string             `json:"worker"`
	Error    string             `json:"error,omitempty"`
	Unfit    bool               `json:"unfit,omitempty"`    // the error is not a fault of the task; see UnfitError
	Damaged  *shards.Manifest   `json:"damaged,omitempty"`  // manifest of the damaged object
	Conflict []*shards.Manifest `json:"conflict,omitempty"` // two different results of the task
}

// queue is a connection to the task queue in NATS.
type queue struct {
	conn     *nats.Conn
	js       jetstream.JetStream
	lease    time.Duration
	replicas int    // number of replicas of the stream and the bucket
	store    string // identifies the object store
	program  string // identifies the version of the program
}

// connect connects to a NATS server, for the jobs in bucket. A task is redelivered if
// its worker reports no progress for the given lease duration.
func connect(ctx context.Context, a Access, lease time.Duration, bucket objectstore.Store, program string) (*queue, error) {
	q := &queue{lease: lease, replicas: max(1, a.Replicas), program: fmt.Sprintf("%016x", xxhash.Sum64String(program))}
	options := []nats.Option{nats.Name("zermelo"), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.PingInterval(pingInterval)}
	if a.URL == "" {
		return nil, games.BadInput("no NATS server specified; use --nats URL, such as --nats nats://host:4222")
	}
	if a.Credentials != "" {
		options = append(options, nats.UserCredentials(a.Credentials))
	}
	if a.TokenFile != "" {
		token, err := os.ReadFile(a.TokenFile)
		if err != nil {
			return nil, games.BadInput("%s", err.Error())
		}
		options = append(options, nats.Token(strings.TrimSpace(string(token))))
	}
	if a.CA != "" || a.Cert != "" {
		config, err := a.tls()
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Secure(config))
	}
	shown, err := withoutSecrets(a.URL)
	if err != nil {
		return nil, err
	}
	if q.store, err = storeID(ctx, bucket); err != nil {
		return nil, err
	}
	if q.conn, err = nats.Connect(a.URL, options...); err != nil {
		q.close()
		return nil, fmt.Errorf("connect to NATS at %s: %w", shown, err)
	}
	if q.js, err = jetstream.New(q.conn, jetstream.WithPublishAsyncTimeout(publishTimeout)); err != nil {
		q.close()
		return nil, err
	}
	return q, nil
}

func (a *Access) tls() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if a.CA != "" {
		text, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, games.BadInput("%s", err.Error())
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, games.BadInput("%s: no certificate in PEM format", a.CA)
		}
	}
	if a.Cert != "" {
		pair, err := tls.LoadX509KeyPair(a.Cert, a.Key)
		if err != nil {
			return nil, games.BadInput("%s", err.Error())
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config, nil
}

func (q *queue) close() {
	if q.conn != nil {
		q.conn.Close()
	}
}

// create creates the stream, the consumer and the bucket if they do not exist, and
// returns the bucket.
func (q *queue) create(ctx context.Context) (jetstream.KeyValue, error) {
	_, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamName, Subjects: []string{taskSubject + ">"}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.FileStorage, Replicas: q.replicas, Duplicates: 2 * time.Minute,
	})
	if err == nil {
		_, err = q.js.CreateOrUpdateConsumer(ctx, streamName, jetstream.ConsumerConfig{
			Durable: q.consumer(), FilterSubject: q.taskSubject(">"), AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.lease, MaxDeliver: maxDeliveries,
			MaxAckPending: -1,
		})
	}
	if err != nil {
		return nil, fmt.Errorf("create the queue in NATS: %w", err)
	}
	return q.bucket(ctx)
}

func (q *queue) bucket(ctx context.Context) (jetstream.KeyValue, error) {
	kv, err := q.js.KeyValue(ctx, bucketName)
	if !errors.Is(err, jetstream.ErrBucketNotFound) {
		return kv, err
	}
	kv, err = q.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucketName, Storage: jetstream.FileStorage, Replicas: q.replicas})
	if err != nil {
		return nil, fmt.Errorf("create the bucket in NATS: %w", err)
	}
	return kv, nil
}

// publish adds tasks to the queue, except those that have already been added in the same
// round.
func (q *queue) publish(ctx context.Context, round string, list ...order) error {
	const batch = 256 // maximum number of messages that are not acknowledged
	for part := range slices.Chunk(list, batch) {
		acks := make([]jetstream.PubAckFuture, len(part))
		for i, o := range part {
			text, err := json.Marshal(o)
			if err == nil {
				acks[i], err = q.js.PublishAsync(q.taskSubject(subject(o.Job)), text, jetstream.WithMsgID(o.Job+"/"+o.Task.String()+"#"+round))
			}
			if err != nil {
				return err
			}
		}
		for _, a := range acks {
			select {
			case <-a.Ok():
			case err := <-a.Err():
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

func (q *queue) purge(ctx context.Context, job string) error {
	stream, err := q.js.Stream(ctx, streamName)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(taskSubject+q.store+".*."+subject(job)))
	}
	return err
}

// queued returns the number of a job's tasks in the queue, including claimed ones.
func (q *queue) queued(ctx context.Context, job string) (uint64, error) {
	stream, err := q.js.Stream(ctx, streamName)
	if err != nil {
		return 0, err
	}
	subject := q.taskSubject(subject(job))
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(subject))
	if err != nil {
		return 0, err
	}
	return info.State.Subjects[subject], nil
}

// maxTasks returns the total number of running orders and idle threads, plus one, so
// that an order is always ready when a thread becomes idle.
func (q *queue) maxTasks(ctx context.Context) int {
	consumer, err := q.js.Consumer(ctx, streamName, q.consumer())
	if err != nil {
		return 1
	}
	info := consumer.CachedInfo() // Consumer has just fetched it
	return info.NumAckPending + info.NumWaiting + 1
}

// dead returns the task in a message that was delivered too often. advisory is the
// server's advisory about the message.
func (q *queue) dead(ctx context.Context, advisory []byte) (o order, err error) {
	var about struct {
		Sequence uint64 `json:"stream_seq"`
	}
	if err := json.Unmarshal(advisory, &about); err != nil {
		return o, err
	}
	stream, err := q.js.Stream(ctx, streamName)
	if err != nil {
		return o, err
	}
	message, err := stream.GetMsg(ctx, about.Sequence)
	if err != nil {
		return o, err
	}
	return o, json.Unmarshal(message.Data, &o)
}

// report sends a report to the coordinator of a job.
func (q *queue) report(job string, r report) error {
	text, err := json.Marshal(r)
	return cmp.Or(err, q.conn.Publish(reportSubject+q.key(job), text))
}

// consumer returns the name of the consumer for the workers of q's store and program.
func (q *queue) consumer() string { return "workers-" + q.store + "-" + q.program }

// deadSubject returns the subject of advisories about messages that were delivered too
// often.
func (q *queue) deadSubject() string {
	return "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + streamName + "." + q.consumer()
}

// taskSubject returns the subject of the tasks of a job, or of all jobs if job is ">".
func (q *queue) taskSubject(job string) string {
	return taskSubject + q.store + "." + q.program + "." + job
}

// key returns the ID of a job in q's store as a part of a NATS subject or key.
func (q *queue) key(job string) string { return q.store + "." + subject(job) }

// withoutSecrets returns a list of URLs with their users, passwords and tokens replaced
// by xxxxx.
func withoutSecrets(urls string) (string, error) {
	list := strings.Split(urls, ",")
	for i, text := range list {
		u, err := url.Parse(strings.TrimSpace(text))
		if err != nil { // err contains the URL
			return "", games.BadInput("--nats: URL %d of %d is invalid; use nats://USER:PASSWORD@HOST:PORT, with special characters as %%20", i+1, len(list))
		}
		if u.User != nil {
			u.User = url.User("xxxxx")
		}
		list[i] = u.String()
	}
	return strings.Join(list, ","), nil
}

// subject returns the ID of a job as a token in a NATS subject or key.
func subject(job string) string { return strings.ReplaceAll(job, ".", "_") }
