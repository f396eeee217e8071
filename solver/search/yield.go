//go:build !js

package search

// yielder does nothing outside browsers.
type yielder struct{}

func (*yielder) yield() {}
