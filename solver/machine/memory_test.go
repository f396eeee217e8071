package machine

import (
	"os"
	"path/filepath"
	"testing"

	_ "zermelo/games/gamestest" // defines the flag -large
)

// TestPageCacheIsFree tests the free memory of a control group. The page cache
// does not count as used.
func TestPageCacheIsFree(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		name        string
		files       map[string]string
		free, total int64
	}{
		{"nothing is told", map[string]string{}, 0, 0},
		{"no group", map[string]string{"meminfo": "MemTotal: 8192 kB\nMemFree: 1 kB\nMemAvailable:    4096 kB\n"}, 4 * mib, 8 * mib},
		{"no limit", map[string]string{"meminfo": "MemTotal: 8192 kB\nMemAvailable: 4096 kB\n", "memory.max": "max\n", "memory.current": "9999999\n"}, 4 * mib, 8 * mib},
		{"cache", map[string]string{
			"meminfo": "MemTotal: 8192 kB\nMemAvailable: 7168 kB\n", "memory.max": "5242880\n", "memory.current": "4194304\n",
			"memory.stat": "anon 1048576\nfile 3145728\ninactive_anon 1\nactive_anon 1048576\ninactive_file 1048576\nactive_file 2097152\n",
		}, 4 * mib, 5 * mib},
		{"used up", map[string]string{"memory.max": "1048576\n", "memory.current": "2097152\n", "memory.stat": "anon 2097152\n"}, 0, mib},
		{"the group may have more than there is", map[string]string{
			"meminfo": "MemTotal: 8192 kB\nMemAvailable: 1024 kB\n", "memory.max": "52428800\n", "memory.current": "1\n",
		}, mib, 8 * mib},
	} {
		dir := t.TempDir()
		for name, text := range c.files {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		meminfo := filepath.Join(dir, "meminfo")
		if free, total := freeIn(meminfo, dir), totalIn(meminfo, dir); free != c.free || total != c.total {
			t.Errorf("%s: %d bytes of %d are free, want %d of %d", c.name, free, total, c.free, c.total)
		}
	}
}
