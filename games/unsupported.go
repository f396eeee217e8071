//go:build !linux && !darwin && !js

package games

// Tables require file locks, and directories that can be synced and renamed while
// open. Zermelo is tested on Linux and compiled for macOS. In a browser, files are
// kept in memory. On other systems, the undeclared name stops the build.
var _ = zermelo_is_for_Linux_and_macOS_alone
