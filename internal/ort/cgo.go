//go:build cgo

package ort

import (
	ort "github.com/yalue/onnxruntime_go"
)

// Built tells whether the binding is there.
const Built = true

// SessionOptions and what follows are the binding's, under its own names.
type (
	SessionOptions           = ort.SessionOptions
	CUDAProviderOptions      = ort.CUDAProviderOptions
	RunOptions               = ort.RunOptions
	DynamicAdvancedSession   = ort.DynamicAdvancedSession
	InputOutputInfo          = ort.InputOutputInfo
	TensorElementDataType    = ort.TensorElementDataType
	Shape                    = ort.Shape
	Value                    = ort.Value
	CustomDataTensor         = ort.CustomDataTensor
	Tensor[T ort.TensorData] = ort.Tensor[T]
)

// Constants of the binding.
const (
	LoggingLevelFatal                = ort.LoggingLevelFatal
	GraphOptimizationLevelDisableAll = ort.GraphOptimizationLevelDisableAll
	TensorElementDataTypeUndefined   = ort.TensorElementDataTypeUndefined
	TensorElementDataTypeInt64       = ort.TensorElementDataTypeInt64
	TensorElementDataTypeInt32       = ort.TensorElementDataTypeInt32
	TensorElementDataTypeFloat       = ort.TensorElementDataTypeFloat
	TensorElementDataTypeFloat16     = ort.TensorElementDataTypeFloat16
)

// Functions of the binding.
var (
	SetSharedLibraryPath          = ort.SetSharedLibraryPath
	InitializeEnvironment         = ort.InitializeEnvironment
	WithLogLevelFatal             = ort.WithLogLevelFatal
	NewSessionOptions             = ort.NewSessionOptions
	NewCUDAProviderOptions        = ort.NewCUDAProviderOptions
	NewRunOptions                 = ort.NewRunOptions
	NewDynamicAdvancedSession     = ort.NewDynamicAdvancedSession
	GetInputOutputInfoWithOptions = ort.GetInputOutputInfoWithOptions
	NewShape                      = ort.NewShape
	NewCustomDataTensor           = ort.NewCustomDataTensor
)

// NewTensor is the binding's.
func NewTensor[T ort.TensorData](shape Shape, data []T) (*Tensor[T], error) {
	return ort.NewTensor(shape, data)
}
