//go:build cgo

package ort

import (
	ort "github.com/yalue/onnxruntime_go"
)

// Built tells whether the binding is there.
const Built = true

// Types of the binding, under its own names.
type (
	// SessionOptions are what a session is made with.
	SessionOptions = ort.SessionOptions
	// CUDAProviderOptions say how a GPU is used.
	CUDAProviderOptions = ort.CUDAProviderOptions
	// RunOptions are of one run, and end it.
	RunOptions = ort.RunOptions
	// DynamicAdvancedSession runs a model.
	DynamicAdvancedSession = ort.DynamicAdvancedSession
	// InputOutputInfo names an input or output of a model.
	InputOutputInfo = ort.InputOutputInfo
	// TensorElementDataType is the type of a tensor's numbers.
	TensorElementDataType = ort.TensorElementDataType
	// Shape is a tensor's dimensions.
	Shape = ort.Shape
	// Value is a tensor of any type.
	Value = ort.Value
	// CustomDataTensor is a tensor over bytes.
	CustomDataTensor = ort.CustomDataTensor
	// Tensor is a tensor over numbers.
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

// NewTensor returns the binding's.
func NewTensor[T ort.TensorData](shape Shape, data []T) (*Tensor[T], error) {
	return ort.NewTensor(shape, data)
}
