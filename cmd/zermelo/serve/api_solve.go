package serve

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"

	"zermelo/cmd/zermelo/plan"
	"zermelo/cmd/zermelo/serve/jobs"
	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/tablebase/solve"
)

// Solving configures solving on behalf of clients.
type Solving struct {
	Token  string // required from clients; must not be empty
	Limits jobs.Limits
}

const (
	maxSolveRequest   = 4 << 10                // maximum size of a request for a solve, in bytes
	progressInterval  = 200 * time.Millisecond // minimum time between job events
	keepAliveInterval = 10 * time.Second       // maximum time between job events or comments
	maxStreams        = 32                     // maximum number of concurrent job event streams
	maxUploads        = 4                      // maximum number of concurrent uploads of rule sheets
)

type solver struct {
	token   string
	queue   *jobs.Queue
	work    *semaphore // limits forecasts and checks of rule sheets
	uploads *semaphore // limits request bodies held in memory
	streams *semaphore
}

func (s *Server) newSolver(o *Solving) (*solver, error) {
	if err := s.tables.uploaded.Clean(); err != nil {
		return nil, fmt.Errorf("remove interrupted uploads: %w", err)
	}
	return &solver{
		token: o.Token, uploads: newSemaphore(maxUploads, slowWait), work: newSemaphore(1, slowWait), streams: newSemaphore(maxStreams, time.Millisecond),
		queue: jobs.New(jobs.Options{DB: s.options.DB, Limits: o.Limits, Tool: s.options.Version, Log: s.options.Log, Open: s.openUnsolved, Solved: s.tables.add}),
	}, nil
}

// solveRoutes returns the routes for solving, all of which require the token.
func (s *Server) solveRoutes() []route {
	return []route{
		{"/api/solve", s.authorized(s.getSolve), 0},
		{"POST /api/solve/forecast", s.authorized(s.postForecast), maxSolveRequest},
		{"POST /api/solve/sheets", s.authorized(s.postSheet), jobs.MaxSheet},
		{"POST /api/solve/jobs", s.authorized(s.postJob), maxSolveRequest},
		{"/api/solve/jobs/{job}", s.authorized(s.useJob((*jobs.Queue).Job)), 0},
		{"/api/solve/jobs/{job}/events", s.authorized(s.getJobEvents), 0},
		{"POST /api/solve/jobs/{job}/pause", s.authorized(s.useJob((*jobs.Queue).Pause)), 0},
		{"POST /api/solve/jobs/{job}/resume", s.authorized(s.useJob((*jobs.Queue).Resume)), 0},
		{"POST /api/solve/jobs/{job}/cancel", s.authorized(s.useJob((*jobs.Queue).Cancel)), 0},
	}
}

// authorized wraps a handler to reject requests without the token and requests from
// pages of other sites.
func (s *Server) authorized(answer handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !ownOrigin(r) {
			return reply.NewFailure(http.StatusForbidden, "requests from other sites cannot solve games", "use this server's page, or a client that is not a browser")
		}
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if subtle.ConstantTimeCompare([]byte(token), []byte(s.solver.token)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			return reply.NewFailure(http.StatusUnauthorized, "solving requires the token printed by zermelo serve --solve", "send it as Authorization: Bearer TOKEN, or open the URL that contains it")
		}
		w.Header().Set("Cache-Control", "no-store")
		return answer(w, r)
	}
}

// ownOrigin reports whether a request was sent by a page of this server or by a
// program other than a browser.
func ownOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Header.Get("Sec-Fetch-Site") != "cross-site"
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host
}

type solveOverview struct {
	Limits solveLimits `json:"limits"`
	Jobs   []jobs.Job  `json:"jobs"` // most recent first
}

type solveLimits struct {
	Memory  int64   `json:"memory"`  // bytes
	Seconds float64 `json:"seconds"` // per run
	States  int64   `json:"states"`
	Open    int     `json:"open"`  // unfinished jobs
	Sheet   int64   `json:"sheet"` // bytes
}

func (s *Server) getSolve(w http.ResponseWriter, r *http.Request) error {
	l := s.solver.queue.Limits()
	return reply.JSON(w, r, solveOverview{solveLimits{l.Memory, l.Time.Seconds(), l.States, l.Open, jobs.MaxSheet}, s.solver.queue.List()})
}

type solveRequest struct {
	Game string `json:"game"` // a game with its options, or the variant of an uploaded rule sheet
}

func (s *Server) requestedVariant(r *http.Request) (games.Variant, error) {
	const want = `send {"game": "NAME:option=value,..."} with Content-Type: application/json`
	var o solveRequest
	if err := readJSON(r, &o, want); err != nil {
		return nil, err
	}
	if o.Game == "" {
		return nil, reply.NewFailure(http.StatusBadRequest, "the request does not specify a game", want)
	}
	v, err := s.openUnsolved(r.Context(), o.Game)
	return v, inputFailure(err)
}

// inputFailure returns the reply to a request with an invalid game or option, or err.
func inputFailure(err error) error {
	if _, ok := errors.AsType[*games.InputError](err); ok {
		return reply.NewFailure(http.StatusBadRequest, err.Error(), "/api/games lists the games and their options")
	}
	return err
}

// openUnsolved opens an uploaded rule sheet or a built-in game.
func (s *Server) openUnsolved(ctx context.Context, name string) (games.Variant, error) {
	v, err := s.tables.uploaded.Open(ctx, name)
	if v != nil || err != nil {
		return v, err
	}
	return s.options.Registry.Open(name)
}

type forecast struct {
	plan.Plan
	Seconds float64 `json:"seconds"` // wall-clock time with all workers
	// TooLarge is the reason why no table can be built. A search may still be
	// able to determine the value of the start.
	TooLarge string `json:"too_large,omitempty"`
}

func (s *Server) postForecast(w http.ResponseWriter, r *http.Request) error {
	v, err := s.requestedVariant(r)
	if err != nil {
		return err
	}
	if err := s.solver.work.acquire(r.Context()); err != nil {
		return err
	}
	defer s.solver.work.release()
	workers := runtime.GOMAXPROCS(0)
	f, err := solve.ForecastTable(r.Context(), s.options.DB, v, workers)
	if err != nil {
		return err
	}
	answer := forecast{Plan: plan.New(v.Info(), f, workers)}
	answer.Seconds = answer.CPUSeconds / float64(workers)
	switch l := s.solver.queue.Limits(); {
	case answer.Plan.TooLarge != "":
		answer.TooLarge = answer.Plan.TooLarge
	case answer.States > l.States || f.States != nil && f.States.Uncertain:
		answer.TooLarge = "too many positions for this server"
	case answer.LeastMemory > l.Memory:
		answer.TooLarge = "exceeds the memory limit of this server"
	case answer.Seconds > l.Time.Seconds():
		answer.TooLarge = "exceeds the time limit of a run; the job will be paused and can be resumed"
	}
	return reply.JSON(w, r, answer)
}

func (s *Server) postSheet(w http.ResponseWriter, r *http.Request) error {
	given, err := parameters(r, "name")
	if err != nil {
		return err
	}
	if err := s.solver.uploads.acquire(r.Context()); err != nil {
		return err
	}
	defer s.solver.uploads.release()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if err := s.solver.work.acquire(r.Context()); err != nil {
		return err
	}
	defer s.solver.work.release()
	checked, err := s.tables.uploaded.Add(r.Context(), given[0], text)
	var input *games.InputError
	switch {
	case errors.As(err, &input):
		return reply.NewFailure(http.StatusBadRequest, err.Error(), "send the text of a rule sheet with the name of its file")
	case errors.Is(err, jobs.ErrLargeSheet):
		return reply.NewFailure(http.StatusRequestEntityTooLarge, err.Error(), "make it smaller, or run: zermelo solve FILE")
	case errors.Is(err, jobs.ErrManySheets):
		return reply.NewFailure(http.StatusInsufficientStorage, err.Error(), "delete folders in .sheets in the table directory")
	case err != nil:
		return err
	}
	return reply.JSON(w, r, checked)
}

func (s *Server) postJob(w http.ResponseWriter, r *http.Request) error {
	v, err := s.requestedVariant(r)
	if err != nil {
		return err
	}
	j, err := s.solver.queue.Start(v)
	if err != nil {
		return jobFailure(err)
	}
	return reply.JSON(w, r, j)
}

func jobFailure(err error) error {
	switch {
	case errors.Is(err, jobs.ErrNoJob):
		return reply.NewFailure(http.StatusNotFound, err.Error(), "/api/solve lists the jobs")
	case errors.Is(err, jobs.ErrWrongState), errors.Is(err, jobs.ErrPending):
		return reply.NewFailure(http.StatusConflict, err.Error(), "/api/solve lists the jobs")
	case errors.Is(err, jobs.ErrFull):
		return reply.NewFailure(http.StatusTooManyRequests, err.Error(), "wait for a job to end, or cancel one")
	}
	return err
}

// useJob returns a handler that calls use for the job named in the request, and replies
// with the job.
func (s *Server) useJob(use func(*jobs.Queue, string) (jobs.Job, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		j, err := use(s.solver.queue, r.PathValue("job"))
		if err != nil {
			return jobFailure(err)
		}
		return reply.JSON(w, r, j)
	}
}

// getJobEvents sends a "job" event whenever the job changes, until the job ends.
func (s *Server) getJobEvents(w http.ResponseWriter, r *http.Request) error {
	j, err := s.solver.queue.Job(r.PathValue("job"))
	if err != nil {
		return jobFailure(err)
	}
	if err := s.solver.streams.acquire(r.Context()); err != nil {
		return err
	}
	defer s.solver.streams.release()
	if r.Method == http.MethodHead {
		return nil
	}
	streamJob(r.Context(), reply.NewEvents(w), j, func() (jobs.Job, error) { return s.solver.queue.Job(j.ID) })
	return nil
}

// streamJob sends j, and then the result of look whenever it has changed. It returns
// when the job ends, the client disconnects or ctx is cancelled.
func streamJob(ctx context.Context, events *reply.Events, j jobs.Job, look func() (jobs.Job, error)) {
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	var sent jobs.Job
	for sentAt := time.Now(); ; {
		var err error
		switch {
		case j != sent:
			err, sent, sentAt = events.Send("job", j), j, time.Now()
		case time.Since(sentAt) >= keepAliveInterval:
			err, sentAt = events.Alive(), time.Now()
		}
		if err != nil || j.Ended() {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if j, err = look(); err != nil {
			return
		}
	}
}
