package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strconv"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/picture"
	"zermelo/reports/solved"
)

const (
	// Default and maximum length of a line, in moves.
	defaultLineLength = "200"
	maxLineLength     = 1000
	// Limits of a request for several positions: the number of positions, and the
	// size of the body in bytes.
	maxBatch      = 256
	maxBatchBytes = 64 << 10
)

func (s *Server) getLine(w http.ResponseWriter, r *http.Request) error {
	_, text, more, err := s.requested(r, "max")
	if err != nil {
		return err
	}
	limit, err := strconv.ParseUint(cmp.Or(more[0], defaultLineLength), 10, 0)
	if err != nil || limit > maxLineLength {
		return reply.NewFailure(http.StatusBadRequest, games.Message("max=%s: must be between 0 and %d, without a sign", more[0], maxLineLength), "omit it for up to "+defaultLineLength+" moves")
	}
	return s.read(w, r, answer{
		key: fmt.Sprintf("line %d %s", limit, text), kind: reply.TypeJSON, slow: true,
		make: func(_ context.Context, b solved.Game) ([]byte, error) {
			line, err := solved.NewPerfectLine(b, text, int(limit), nil)
			if err != nil {
				return nil, s.refine(b, text, err)
			}
			return reply.Encode(line)
		},
	})
}

// getPicture returns a handler that draws a position as a PNG or SVG picture. The
// position need not be in the table.
func (s *Server) getPicture(png bool) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		_, text, _, err := s.requested(r)
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

type batch struct {
	Positions []string `json:"positions"` // in the notation of the game; "" is the start
}

// postPositions replies with several positions in request order. Each element of the
// reply is an error or has the form of a getPosition reply.
func (s *Server) postPositions(w http.ResponseWriter, r *http.Request) error {
	if _, err := parameters(r); err != nil {
		return err
	}
	const want = `send {"positions": ["NOTATION", ...]} with Content-Type: application/json`
	var request batch
	if err := readJSON(r, &request, want); err != nil {
		return err
	}
	if len(request.Positions) == 0 || len(request.Positions) > maxBatch {
		return reply.NewFailure(http.StatusBadRequest, fmt.Sprintf("the request has %d positions; the number must be between 1 and %d", len(request.Positions), maxBatch), want)
	}
	return s.read(w, r, answer{
		kind: reply.TypeJSON, slow: true,
		make: func(ctx context.Context, b solved.Game) ([]byte, error) {
			body := []byte(`{"answers":[`)
			for i, text := range request.Positions {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				if i > 0 {
					body = append(body, ',')
				}
				view, err := s.viewAdmitted(b, text)
				if err == nil {
					body = view.AppendJSON(body)
					continue
				}
				f := reply.FailureOf(err)
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

// viewAdmitted returns the view of a position, or an error if clients are not allowed
// to query it.
func (s *Server) viewAdmitted(b solved.Game, text string) (*solved.View, error) {
	if !s.options.OwnClients {
		if err := b.Admit(text); err != nil {
			return nil, err
		}
	}
	view, err := b.View(text)
	if err != nil {
		return nil, s.refine(b, text, err)
	}
	return view, nil
}

// readJSON decodes the body of a request into v. The content type must be JSON. This
// forces browsers to send a CORS preflight for requests from other sites.
func readJSON(r *http.Request, v any, want string) error {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if kind != "application/json" {
		return reply.NewFailure(http.StatusUnsupportedMediaType, "the request is not JSON", want)
	}
	in := json.NewDecoder(r.Body)
	in.DisallowUnknownFields()
	err := in.Decode(v)
	if err == nil && in.Decode(new(any)) != io.EOF {
		err = errors.New("unexpected data after the value")
	}
	if _, large := errors.AsType[*http.MaxBytesError](err); large || errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	if err != nil {
		return reply.NewFailure(http.StatusBadRequest, games.Message("the request is malformed: %v", err), want)
	}
	return nil
}
