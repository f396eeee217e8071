//go:build !linux && !darwin

package games

// Tables need file locks and folders that can be synced and renamed while others
// read them; both are tested on Linux, and built for macOS. Elsewhere the name
// below, which is not declared, is what the build stops with.
var _ = zermelo_is_for_Linux_and_macOS_alone
