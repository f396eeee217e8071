//go:build !js

package process

import "syscall"

// ownGroup returns attributes that start a process in a new process group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
