//go:build unix && !linux

package machine

import "time"

// childTime returns 0.
func childTime() time.Duration { return 0 }
