package shards

import "slices"

// Stage is tasks that are done at the same time. The next stage begins when all are done.
type Stage struct {
	Seconds []float64 // that each task takes, in the order in which they are handed out
	Bytes   float64   // that they read and write
}

// Run is what a simulated solve takes.
type Run struct {
	Seconds float64
	Busy    float64 // share of the workers' time in which they work, 0..1
	Network float64 // seconds in which workers wait for the network
}

// Simulate hands the tasks of each stage in turn to the worker that is free first. The store moves so many
// bytes a second, to and from all workers together; between is the time from the last report of a stage
// to the first task of the next, in seconds.
func Simulate(stages []Stage, workers int, bytesASecond, between float64) (r Run) {
	work := 0.0
	for _, s := range stages {
		free := make([]float64, min(workers, max(1, len(s.Seconds))))
		for _, seconds := range s.Seconds {
			work += seconds
			done := free[0] + seconds
			at, _ := slices.BinarySearch(free[1:], done) // free ascends
			copy(free, free[1:at+1])
			free[at] = done
		}
		ends := free[len(free)-1]
		wait := max(0, s.Bytes/bytesASecond-ends)
		r.Seconds += ends + wait + between
		r.Network += wait
	}
	r.Busy = work / (r.Seconds * float64(workers))
	return r
}
