//go:build !linux && !darwin && !js

package games

// Tables need file locks, and folders that can be synced and renamed while others read
// them. Both are tested on Linux, and built for macOS; in a browser files are in memory.
// Elsewhere the name below, which is not declared, is what the build stops with.
var _ = zermelo_is_for_Linux_and_macOS_alone
