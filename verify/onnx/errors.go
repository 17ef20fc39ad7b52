package onnx

import "errors"

// Errors of opening a model; all mean that the run can't start, and that nothing was read or written.
var (
	// ErrRuntime: the ONNX Runtime library is missing, is no library, or is too old.
	ErrRuntime = errors.New("ONNX Runtime can't be used")
	// ErrModel: the model's folder lacks a part, or a part doesn't fit the others.
	ErrModel = errors.New("model can't be used")
	// ErrDevice: the device asked for isn't there or doesn't start.
	ErrDevice = errors.New("device can't be used")
	// ErrDeviceName: there is no device of that name anywhere. It comes with ErrDevice.
	ErrDeviceName = errors.New("no such device")
)

// ErrClosed: the model was closed.
var ErrClosed = errors.New("model is closed")
