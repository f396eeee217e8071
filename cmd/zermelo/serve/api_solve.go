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
	"zermelo/tablebase/build"
)

// Solving lets clients that have a token solve games.
type Solving struct {
	Token  string // that clients send; not empty
	Limits jobs.Limits
}

const (
	// maxOrder is the longest request for a solve, in bytes.
	maxOrder = 4 << 10
	// progressEvery is how often a client is told of changes, and aliveEvery how often
	// that there are none.
	progressEvery = 200 * time.Millisecond
	aliveEvery    = 10 * time.Second
	// maxFollowers is how many clients follow jobs at once.
	maxFollowers = 32
	// maxUploads is how many files are received at once.
	maxUploads = 4
)

// solver has what the routes for solving need.
type solver struct {
	token     string
	queue     *jobs.Queue
	work      *semaphore // for forecasts and rule sheets
	uploads   *semaphore // bodies in memory
	followers *semaphore
}

func (s *Server) newSolver(o *Solving) (*solver, error) {
	if err := s.tables.sent.Clean(); err != nil {
		return nil, fmt.Errorf("remove what uploads have left: %w", err)
	}
	return &solver{
		token: o.Token, uploads: newSemaphore(maxUploads, slowWait), work: newSemaphore(1, slowWait), followers: newSemaphore(maxFollowers, time.Millisecond),
		queue: jobs.New(jobs.Options{DB: s.options.DB, Limits: o.Limits, Tool: s.options.Version, Log: s.options.Log, Solved: s.tables.add}),
	}, nil
}

// solveRoutes are the routes for solving. Each wants the token.
func (s *Server) solveRoutes() []route {
	return []route{
		{"/api/solve", s.guarded(s.getSolve), 0},
		{"POST /api/solve/forecast", s.guarded(s.postForecast), maxOrder},
		{"POST /api/solve/sheets", s.guarded(s.postSheet), jobs.MaxModule},
		{"POST /api/solve/jobs", s.guarded(s.postJob), maxOrder},
		{"/api/solve/jobs/{job}", s.guarded(s.getJob), 0},
		{"/api/solve/jobs/{job}/events", s.guarded(s.getJobEvents), 0},
		{"POST /api/solve/jobs/{job}/pause", s.guarded(s.change((*jobs.Queue).Pause)), 0},
		{"POST /api/solve/jobs/{job}/resume", s.guarded(s.change((*jobs.Queue).Resume)), 0},
		{"POST /api/solve/jobs/{job}/cancel", s.guarded(s.change((*jobs.Queue).Cancel)), 0},
	}
}

// guarded lets requests through that have the token and are not from the page of another
// site.
func (s *Server) guarded(answer func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !ownOrigin(r) {
			return reply.NewFailure(http.StatusForbidden, "pages of other sites cannot solve here", "use the page of this server, or a program")
		}
		token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if subtle.ConstantTimeCompare([]byte(token), []byte(s.solver.token)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			return reply.NewFailure(http.StatusUnauthorized, "solving takes the token that zermelo serve --solve has printed", "send it as Authorization: Bearer TOKEN, or open the address with the token")
		}
		w.Header().Set("Cache-Control", "no-store")
		return answer(w, r)
	}
}

// ownOrigin reports whether a request is from a page of this server, or no page.
func ownOrigin(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Header.Get("Sec-Fetch-Site") != "cross-site"
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host != "" && u.Host == r.Host
}

// solveOverview is what there is about solving.
type solveOverview struct {
	Limits solveLimits `json:"limits"`
	Jobs   []jobs.Job  `json:"jobs"` // the latest first
}

type solveLimits struct {
	Memory  int64   `json:"memory"`  // bytes
	Seconds float64 `json:"seconds"` // of a run
	States  int64   `json:"states"`
	Open    int     `json:"open"`   // jobs that are not over
	Sheet   int64   `json:"sheet"`  // bytes
	Module  int64   `json:"module"` // bytes
}

func (s *Server) getSolve(w http.ResponseWriter, r *http.Request) error {
	l := s.solver.queue.Limits()
	return reply.JSON(w, r, solveOverview{solveLimits{l.Memory, l.Time.Seconds(), l.States, l.Open, jobs.MaxSheet, jobs.MaxModule}, s.solver.queue.List()})
}

// order is a request for a forecast or a job.
type order struct {
	Game string `json:"game"` // a game with its options, or that of a file that was sent
}

// ordered is the variant that a request is about.
func (s *Server) ordered(r *http.Request) (games.Variant, error) {
	const want = `send {"game": "NAME:option=value,..."} with Content-Type: application/json`
	var o order
	if err := readJSON(r, &o, want); err != nil {
		return nil, err
	}
	if o.Game == "" {
		return nil, reply.NewFailure(http.StatusBadRequest, "the request names no game", want)
	}
	v, err := s.tables.sent.Open(r.Context(), o.Game)
	if v != nil {
		return v, nil
	}
	if err == nil {
		v, err = s.options.Registry.Open(o.Game)
	}
	var input *games.InputError
	if errors.As(err, &input) {
		return nil, reply.NewFailure(http.StatusBadRequest, err.Error(), "/api/games lists the games and their options")
	}
	return v, err
}

// forecast is what solving a game takes.
type forecast struct {
	plan.Plan
	Seconds float64 `json:"seconds"` // with all workers
	// TooLarge says why there will be no table; a search may find the value of the start
	// all the same.
	TooLarge string `json:"too_large,omitempty"`
}

func (s *Server) postForecast(w http.ResponseWriter, r *http.Request) error {
	v, err := s.ordered(r)
	if err != nil {
		return err
	}
	if err := s.solver.work.acquire(r.Context()); err != nil {
		return err
	}
	defer s.solver.work.release()
	workers := runtime.GOMAXPROCS(0)
	f, err := build.ForecastTable(r.Context(), s.options.DB, v, workers)
	if err != nil {
		return err
	}
	answer := forecast{Plan: plan.New(v.Info(), f, workers)}
	answer.Seconds = answer.CPUSeconds / float64(workers)
	switch l := s.solver.queue.Limits(); {
	case answer.States > l.States || f.States != nil && f.States.Unsure:
		answer.TooLarge = "it has more positions than this server takes"
	case answer.LeastMemory > l.Memory:
		answer.TooLarge = "it takes more memory than this server has for it"
	case answer.Seconds > l.Time.Seconds():
		answer.TooLarge = "it takes longer than a run lasts: it will be paused, and can be resumed"
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
	checked, err := s.tables.sent.Add(r.Context(), given[0], text)
	var input *games.InputError
	switch {
	case errors.As(err, &input):
		return reply.NewFailure(http.StatusBadRequest, err.Error(), "send the text of a rule sheet or a script, or a module, with the name of its file")
	case errors.Is(err, jobs.ErrLargeSheet):
		return reply.NewFailure(http.StatusRequestEntityTooLarge, err.Error(), "make it smaller, or solve it with the program")
	case errors.Is(err, jobs.ErrManySheets):
		return reply.NewFailure(http.StatusInsufficientStorage, err.Error(), "delete folders in .sheets in the directory of the tables")
	case err != nil:
		return err
	}
	return reply.JSON(w, r, checked)
}

func (s *Server) postJob(w http.ResponseWriter, r *http.Request) error {
	v, err := s.ordered(r)
	if err != nil {
		return err
	}
	j, err := s.solver.queue.Start(v)
	if err != nil {
		return jobFailure(err)
	}
	return reply.JSON(w, r, j)
}

// jobFailure is the answer to an error of a queue.
func jobFailure(err error) error {
	switch {
	case errors.Is(err, jobs.ErrNoJob):
		return reply.NewFailure(http.StatusNotFound, err.Error(), "/api/solve lists the jobs")
	case errors.Is(err, jobs.ErrUnfit), errors.Is(err, jobs.ErrPending):
		return reply.NewFailure(http.StatusConflict, err.Error(), "/api/solve lists the jobs")
	case errors.Is(err, jobs.ErrFull):
		return reply.NewFailure(http.StatusTooManyRequests, err.Error(), "wait until one is over, or cancel one")
	}
	return err
}

func (s *Server) getJob(w http.ResponseWriter, r *http.Request) error {
	j, err := s.solver.queue.Job(r.PathValue("job"))
	if err != nil {
		return jobFailure(err)
	}
	return reply.JSON(w, r, j)
}

// change makes the handler of a change to a job.
func (s *Server) change(to func(*jobs.Queue, string) (jobs.Job, error)) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		j, err := to(s.solver.queue, r.PathValue("job"))
		if err != nil {
			return jobFailure(err)
		}
		return reply.JSON(w, r, j)
	}
}

// getJobEvents sends a job as an event "job" whenever it changes, until it is over.
func (s *Server) getJobEvents(w http.ResponseWriter, r *http.Request) error {
	j, err := s.solver.queue.Job(r.PathValue("job"))
	if err != nil {
		return jobFailure(err)
	}
	if err := s.solver.followers.acquire(r.Context()); err != nil {
		return err
	}
	defer s.solver.followers.release()
	if r.Method == http.MethodHead {
		return nil
	}
	followJob(r.Context(), reply.NewEvents(w), j, func() (jobs.Job, error) { return s.solver.queue.Job(j.ID) })
	return nil
}

// followJob sends what look returns whenever that changes, j first. It ends with the job,
// its client or ctx.
func followJob(ctx context.Context, events *reply.Events, j jobs.Job, look func() (jobs.Job, error)) {
	tick := time.NewTicker(progressEvery)
	defer tick.Stop()
	var told jobs.Job
	for said := time.Now(); ; {
		var err error
		switch {
		case j != told:
			err, told, said = events.Send("job", j), j, time.Now()
		case time.Since(said) >= aliveEvery:
			err, said = events.Alive(), time.Now()
		}
		if err != nil || j.Over() {
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
