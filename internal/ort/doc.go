// Package ort is the binding to ONNX Runtime. It needs cgo; built without, it has the same names, and every call fails with ErrNoCgo.
package ort

import "errors"

// ErrNoCgo is what a program that was built without cgo answers to every call.
var ErrNoCgo = errors.New("this bridgehop was built without cgo, so it has no ONNX Runtime")
