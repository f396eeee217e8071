package process

import "syscall"

// ownGroup is nothing: in a browser no process starts.
func ownGroup() *syscall.SysProcAttr { return nil }
