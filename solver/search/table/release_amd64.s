//go:build !race

#include "textflag.h"

// func Release(at *uint64, value uint64)
TEXT ·Release(SB), NOSPLIT, $0-16
	MOVQ at+0(FP), AX
	MOVQ value+8(FP), BX
	MOVQ BX, (AX)
	RET
