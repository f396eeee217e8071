package cluster

import (
	"cmp"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"zermelo/games"
	"zermelo/solver/shards"
)

// Names in NATS. Tasks of all jobs are in one stream, from which each is taken once. Who has taken one
// holds it as long as the work goes on; reports and questions are plain messages to the coordinator of the job. The
// bucket holds the leases of coordinators, and what people want of jobs. None of this is the truth: the
// manifests in the store are.
const (
	streamName    = "ZERMELO"
	consumerName  = "workers"
	bucketName    = "zermelo"
	taskSubject   = "zermelo.task."
	reportSubject = "zermelo.report."
	choiceSubject = "zermelo.choice."
	deadSubject   = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + streamName + "." + consumerName
	// mostTries is how often a task is handed out before the job stops.
	mostTries = 10
)

// Access says how to reach a NATS server. The zero value means the own one, in this process.
type Access struct {
	URL         string // as in nats://host:4222 or tls://host:4222, several with commas between
	Credentials string // a file with the user's key, as nsc makes it; "": none
	TokenFile   string // a file with a token; "": none
	Replicas    int    // servers that keep the queue, where they are a cluster: 1, 3 or 5; 0: 1
	CA          string // a file with certificates of authorities; "": those of the system
	Cert, Key   string // files with the client's certificate and key; "": none
}

// order is a task as it is handed out.
type order struct {
	Job  string      `json:"job"`
	Task shards.Task `json:"task"`
}

// report is what a worker tells the coordinator of a task: what it has made, or what is wrong.
type report struct {
	Task     shards.Task        `json:"task"`
	Made     *shards.Manifest   `json:"made,omitempty"`
	Worker   string             `json:"worker"`
	Error    string             `json:"error,omitempty"`
	Damaged  *shards.Manifest   `json:"damaged,omitempty"`  // of the object that is
	Conflict []*shards.Manifest `json:"conflict,omitempty"` // the two results
}

// queue is a connection to NATS.
type queue struct {
	conn  *nats.Conn
	js    jetstream.JetStream
	own   *server.Server // in this process; nil for another's
	lease time.Duration

	replicas int // of stream and bucket
}

// connect connects to a server. Without a URL it starts one that listens to no port and keeps all in
// memory. Lease is how long a worker may hold a task without progress.
func connect(ctx context.Context, a Access, lease time.Duration) (*queue, error) {
	q := &queue{lease: lease, replicas: max(1, a.Replicas)}
	options := []nats.Option{nats.Name("zermelo"), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond)}
	if a.URL == "" {
		if err := q.start(); err != nil {
			return nil, err
		}
		options = append(options, nats.InProcessServer(q.own))
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
	var err error
	if q.conn, err = nats.Connect(a.URL, options...); err != nil {
		q.close()
		return nil, fmt.Errorf("connect to NATS at %s: %w", a.URL, err)
	}
	if q.js, err = jetstream.New(q.conn); err != nil {
		q.close()
		return nil, err
	}
	return q, nil
}

// tls reads the certificates.
func (a *Access) tls() (*tls.Config, error) {
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if a.CA != "" {
		text, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, games.BadInput("%s", err.Error())
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, games.BadInput("%s has no certificate: want PEM", a.CA)
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

// start starts a server in this process.
func (q *queue) start() error {
	dir, err := os.MkdirTemp("", "zermelo-nats-")
	if err != nil {
		return err
	}
	own, err := server.NewServer(&server.Options{
		ServerName: "zermelo", DontListen: true, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true,
		JetStreamMaxMemory: 1 << 30, JetStreamMaxStore: 1 << 20,
	})
	if err != nil {
		return errors.Join(err, os.RemoveAll(dir))
	}
	q.own = own
	own.Start()
	if !own.ReadyForConnections(30 * time.Second) {
		q.close()
		return errors.New("the NATS server of this process does not start")
	}
	return nil
}

func (q *queue) close() {
	if q.conn != nil {
		q.conn.Close()
	}
	if q.own != nil {
		dir := q.own.StoreDir()
		q.own.Shutdown()
		q.own.WaitForShutdown()
		_ = os.RemoveAll(dir) // it is a temporary folder
	}
}

// make makes stream, consumer and bucket where they are missing, as after the loss of all of them.
func (q *queue) make(ctx context.Context) (jetstream.KeyValue, error) {
	_, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamName, Subjects: []string{taskSubject + ">"}, Retention: jetstream.WorkQueuePolicy,
		Storage: q.storage(), Replicas: q.replicas, Duplicates: 2 * time.Minute,
	})
	if err == nil {
		_, err = q.js.CreateOrUpdateConsumer(ctx, streamName, jetstream.ConsumerConfig{
			Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: q.lease, MaxDeliver: mostTries, MaxAckPending: -1,
		})
	}
	if err != nil {
		return nil, fmt.Errorf("make the queue in NATS: %w", err)
	}
	return q.bucket(ctx)
}

// bucket opens the bucket, and makes it where it is missing.
func (q *queue) bucket(ctx context.Context) (jetstream.KeyValue, error) {
	kv, err := q.js.KeyValue(ctx, bucketName)
	if !errors.Is(err, jetstream.ErrBucketNotFound) {
		return kv, err
	}
	kv, err = q.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: bucketName, Storage: q.storage(), Replicas: q.replicas})
	if err != nil {
		return nil, fmt.Errorf("make the bucket in NATS: %w", err)
	}
	return kv, nil
}

func (q *queue) storage() jetstream.StorageType {
	if q.own != nil {
		return jetstream.MemoryStorage
	}
	return jetstream.FileStorage
}

// hand hands out a task. Round makes it another message than that of an earlier time.
func (q *queue) hand(ctx context.Context, o order, round string) error {
	text, err := json.Marshal(o)
	if err != nil {
		return err
	}
	_, err = q.js.Publish(ctx, taskSubject+subject(o.Job), text, jetstream.WithMsgID(o.Job+"/"+o.Task.String()+"#"+round))
	return err
}

// purge takes all tasks of a job from the queue that nobody holds.
func (q *queue) purge(ctx context.Context, job string) error {
	stream, err := q.js.Stream(ctx, streamName)
	if err == nil {
		err = stream.Purge(ctx, jetstream.WithPurgeSubject(taskSubject+subject(job)))
	}
	return err
}

// waiting is how many tasks of a job are in the queue or held.
func (q *queue) waiting(ctx context.Context, job string) (uint64, error) {
	stream, err := q.js.Stream(ctx, streamName)
	if err != nil {
		return 0, err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(taskSubject+subject(job)))
	if err != nil {
		return 0, err
	}
	return info.State.Subjects[taskSubject+subject(job)], nil
}

// threads is how many tasks are at work or could be, and one more, so that none waits.
func (q *queue) threads(ctx context.Context) int {
	consumer, err := q.js.Consumer(ctx, streamName, consumerName)
	if err != nil {
		return 1
	}
	info := consumer.CachedInfo() // of this moment
	return info.NumAckPending + info.NumWaiting + 1
}

// dead is the task that was handed out too often, by the advisory of the server.
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

// tell sends a report.
func (q *queue) tell(job string, r report) error {
	text, err := json.Marshal(r)
	return cmp.Or(err, q.conn.Publish(reportSubject+subject(job), text))
}

// subject is a job's ID as a part of a subject and of a key, where dots divide.
func subject(job string) string {
	text := []byte(job)
	for i, c := range text {
		if c == '.' {
			text[i] = '_'
		}
	}
	return string(text)
}
