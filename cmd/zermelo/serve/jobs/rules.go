package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
	"zermelo/games/own"
)

// tryTime is how long the rules of a script or module are tried.
const tryTime = 10 * time.Second

// try plays rules that come from outside at random, and returns what is wrong with their
// answers. Rules that fail or take too long are an error.
func try(ctx context.Context, v games.Variant) ([]sheet.Finding, error) {
	limited, cancel := context.WithTimeoutCause(ctx, tryTime, fmt.Errorf("looking at %d positions takes more than %s", checked, tryTime))
	defer cancel()
	stop := context.AfterFunc(limited, func() { _ = closeGame(v) }) // then all its answers fail
	defer stop()
	found := games.ByState(v,
		func(g games.Game[uint64]) error { return games.Check(g, checked) },
		func(g games.Game[[2]uint64]) error { return games.Check(g, checked) },
		func(g games.Game[[4]uint64]) error { return games.Check(g, checked) })
	if limited.Err() != nil {
		return nil, context.Cause(limited)
	}
	if err := games.Failure(v); err != nil {
		return nil, err
	}
	list := []sheet.Finding{}
	if found == nil {
		return list, nil
	}
	for line := range strings.SplitSeq(found.Error(), "\n") {
		list = append(list, sheet.Finding{Level: "error", Message: strings.TrimPrefix(strings.TrimPrefix(line, v.Info().Name), ", ")})
	}
	return list, errors.New("its answers do not fit together")
}

// findingOf is an error of a script, at its line if that is known.
func findingOf(err *own.RulesError) sheet.Finding {
	f := sheet.Finding{Level: "error", Message: err.Err.Error()}
	if place := regexp.MustCompile(`:(\d+):(\d+)`).FindStringSubmatch(err.Error()); place != nil {
		f.Line, _ = strconv.Atoi(place[1])
		f.Column, _ = strconv.Atoi(place[2])
	}
	return f
}

// closeGame ends the game of rules that come from outside.
func closeGame(v games.Variant) error {
	if c, ok := v.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
