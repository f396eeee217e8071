package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/games/own/process"
	"zermelo/games/own/protocol"
	"zermelo/reports/record"
)

// Fault is the error of a player who breaks the rules of a match.
type Fault struct {
	End  string // record.EndIllegal, record.EndTimeout or record.EndCrash
	Text string
}

func (f *Fault) Error() string { return f.Text }

// bot is a program that answers each position with a move.
type bot struct {
	program *process.Program
	limit   time.Duration
	running *process.Bot // nil if it has not been started or has failed
}

// request is a message to a program.
type request struct {
	Game    string   `json:"game"`  // variant
	Start   string   `json:"start"` // first position of the game, or "" for the start of the variant
	Moves   []string `json:"moves"` // moves since then
	State   string   `json:"state"` // current position
	Role    int      `json:"role"`  // role of the program, from 0
	Side    string   `json:"side"`  // name of the role
	Legal   []string `json:"legal"` // legal moves, at least two
	Seconds float64  `json:"seconds"`
}

func openBot(command string, e *env) (Player, error) {
	p, err := process.Find(command, protocol.Limits{}.WithDefaults())
	if err != nil {
		return nil, games.BadInputFrom(err, "%v", err)
	}
	return &bot{program: p, limit: e.limit}, nil
}

func (b *bot) Move(ctx context.Context, t *Turn) (int, error) {
	if b.running == nil {
		started, err := b.program.Start()
		if err != nil {
			return 0, &Fault{record.EndCrash, games.Message("cannot be started: %v", err)}
		}
		b.running = &started
	}
	line, err := b.running.Ask(ctx, request{
		t.Info.Name, t.Start, append([]string{}, t.History...), t.Position, t.Role, t.Info.Roles[t.Role], t.Moves, b.limit.Seconds(),
	}, b.limit)
	if err != nil {
		b.running = nil
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		end := record.EndCrash
		if _, late := errors.AsType[*process.TimeoutError](err); late {
			end = record.EndTimeout
		}
		return 0, &Fault{end, games.Message("%v", err)}
	}
	var reply struct {
		Move string `json:"move"`
	}
	if err := json.Unmarshal(line, &reply); err != nil {
		return 0, &Fault{record.EndIllegal, games.Message("the answer %q is not an object such as %s", bytes.TrimSpace(line), `{"move":"`+t.Moves[0]+`"}`)}
	}
	i := slices.Index(t.Moves, reply.Move)
	if i < 0 {
		return 0, &Fault{record.EndIllegal, fmt.Sprintf("illegal move %q; the legal moves are %s", games.Echo(reply.Move), games.Shorten(strings.Join(t.Moves, " "), 200))}
	}
	return i, nil
}

func (b *bot) Close() error {
	if b.running == nil {
		return nil
	}
	return b.running.Close()
}
