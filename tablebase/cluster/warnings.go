package cluster

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// foldInterval is the time during which warnings that differ only in numbers and names of
// objects are reported once.
const foldInterval = 30 * time.Second

// fold returns a function that calls warn, but at most once per foldInterval for similar
// warnings. The next similar warning then contains the number of those left out. The
// function may be called concurrently; warn may be nil.
func fold(warn func(error)) func(error) {
	type group struct {
		last    time.Time
		omitted int
	}
	var mu sync.Mutex
	groups := map[string]*group{}
	return func(err error) {
		if warn == nil {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		g := groups[kindOf(err)]
		if g == nil {
			g = new(group)
			groups[kindOf(err)] = g
		}
		if time.Since(g.last) < foldInterval {
			g.omitted++
			return
		}
		if g.omitted > 0 {
			err = fmt.Errorf("%w (and %d similar warnings)", err, g.omitted)
		}
		*g = group{last: time.Now()}
		warn(err)
	}
}

// kindOf returns the text of an error without words that contain digits, such as names of
// tasks.
func kindOf(err error) string {
	words := strings.Fields(err.Error())
	for i, w := range words {
		if strings.ContainsAny(w, "0123456789") {
			words[i] = "0"
		}
	}
	return strings.Join(words, " ")
}
