package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/picture"
	"zermelo/reports/solved"
)

const (
	// usualLine and longestLine bound a line of play, in moves.
	usualLine   = 200
	longestLine = 1000
	// maxBatch is how many positions one request can ask for, and maxBatchBytes the
	// size of that request.
	maxBatch      = 256
	maxBatchBytes = 64 << 10
)

// getLine answers with a line of perfect play.
func (s *Server) getLine(w http.ResponseWriter, r *http.Request) error {
	_, text, more, err := s.asked(r, "max")
	if err != nil {
		return err
	}
	most := usualLine
	if more[0] != "" {
		if most, err = strconv.Atoi(more[0]); err != nil || most < 0 || most > longestLine {
			return reply.NewFailure(http.StatusBadRequest, games.Message("max=%s: want a number of moves, 0 to %d", more[0], longestLine), "leave it out for up to 200 moves")
		}
	}
	return s.read(w, r, answer{
		key: fmt.Sprintf("line %d %s", most, text), kind: reply.TypeJSON, slow: true,
		make: func(_ context.Context, b solved.Game) ([]byte, error) {
			line, err := solved.NewPerfectLine(b, text, most)
			if err != nil {
				return nil, s.refine(b, text, err)
			}
			return reply.Encode(line)
		},
	})
}

// getPicture answers with the board of a position, which the table need not have.
func (s *Server) getPicture(png bool) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		_, text, _, err := s.asked(r)
		if err != nil {
			return err
		}
		a := answer{key: "svg " + text, kind: reply.TypeSVG}
		if png {
			a = answer{key: "png " + text, kind: "image/png", slow: true}
		}
		a.make = func(_ context.Context, b solved.Game) ([]byte, error) {
			drawing, err := b.Draw(text)
			if err != nil {
				return nil, s.refine(b, text, err)
			}
			board := picture.Board(b.Info(), drawing, b.Info().Title, picture.BoardStyle{Labels: true, Beside: true})
			if !png {
				return []byte(board.File()), nil
			}
			var body bytes.Buffer
			if err := board.PNG(&body); err != nil {
				return nil, fmt.Errorf("draw %s: %w", b.Info().Name, err)
			}
			return body.Bytes(), nil
		}
		w.Header().Set("Content-Security-Policy", reply.InlinePolicy)
		return s.read(w, r, a)
	}
}

// batch is a request for several positions.
type batch struct {
	Positions []string `json:"positions"` // in the notation of the game; "" is the start
}

// postPositions answers with several positions, each as getPosition does or with the
// error about it, in the order of the request.
func (s *Server) postPositions(w http.ResponseWriter, r *http.Request) error {
	if _, err := parameters(r); err != nil {
		return err
	}
	const want = `send {"positions": ["NOTATION", ...]} with Content-Type: application/json`
	var asked batch
	if err := readJSON(r, &asked, want); err != nil {
		return err
	}
	if len(asked.Positions) == 0 || len(asked.Positions) > maxBatch {
		return reply.NewFailure(http.StatusBadRequest, fmt.Sprintf("the request has %d positions: want 1 to %d", len(asked.Positions), maxBatch), want)
	}
	return s.read(w, r, answer{
		kind: reply.TypeJSON, slow: true,
		make: func(ctx context.Context, b solved.Game) ([]byte, error) {
			body := []byte(`{"answers":[`)
			for i, text := range asked.Positions {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if i > 0 {
					body = append(body, ',')
				}
				view, err := b.View(text)
				if err == nil {
					body = view.AppendJSON(body)
					continue
				}
				f := reply.FailureOf(s.refine(b, text, err))
				if f.Status == http.StatusInternalServerError {
					return nil, err
				}
				wrong, err := reply.Encode(f.JSON())
				if err != nil {
					return nil, err
				}
				body = append(body, bytes.TrimSpace(wrong)...)
			}
			return append(body, "]}\n"...), nil
		},
	})
}

// readJSON reads the body of a request. Other types than JSON are errors, so that the
// pages of other sites cannot send any without asking first.
func readJSON(r *http.Request, v any, want string) error {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/json" {
		return reply.NewFailure(http.StatusUnsupportedMediaType, "the request is not JSON", want)
	}
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	err := in.Decode(v)
	if err == nil && in.Decode(new(any)) != io.EOF {
		err = errors.New("there is more behind it")
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return err
	}
	if err != nil {
		return reply.NewFailure(http.StatusBadRequest, games.Message("the request is malformed: %v", err), want)
	}
	return nil
}
