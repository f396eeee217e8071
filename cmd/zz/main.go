package main

import (
	"context"
	"fmt"
	"os"
	"runtime/pprof"

	"zermelo/games/builtin"
	"zermelo/tablebase/solve"
)

func main() {
	v, err := builtin.Registry().Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	f, _ := os.Create("/tmp/prof")
	pprof.StartCPUProfile(f)
	r, err := solve.Solve(context.Background(), "/dev/shm/zdb2", v, solve.Options{Workers: 1, Force: true})
	pprof.StopCPUProfile()
	fmt.Println(err)
	fmt.Println(r.Solution.CPU)
}
