// Package ort is the binding to ONNX Runtime. It needs cgo. Built without cgo it has the same names, and every call fails with ErrNoCgo.
package ort

import "errors"

// ErrNoCgo is the error of every call in a program that was built without cgo.
var ErrNoCgo = errors.New("this bridgehop was built without cgo, so it has no ONNX Runtime")
