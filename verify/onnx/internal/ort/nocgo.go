//go:build !cgo

package ort

import "strconv"

// Built tells whether the binding is there.
const Built = false

type none struct{}

func (none) Destroy() error                                   { return nil }
func (none) SetIntraOpNumThreads(int) error                   { return ErrNoCgo }
func (none) SetInterOpNumThreads(int) error                   { return ErrNoCgo }
func (none) SetLogSeverityLevel(int) error                    { return ErrNoCgo }
func (none) SetGraphOptimizationLevel(int) error              { return ErrNoCgo }
func (none) AddSessionConfigEntry(string, string) error       { return ErrNoCgo }
func (none) AppendExecutionProviderCUDA(*none) error          { return ErrNoCgo }
func (none) Update(map[string]string) error                   { return ErrNoCgo }
func (none) Terminate() error                                 { return ErrNoCgo }
func (none) RunWithOptions(_, _ []Value, _ *RunOptions) error { return ErrNoCgo }
func (none) DataType() TensorElementDataType                  { return TensorElementDataTypeUndefined }

// SessionOptions and what follows are the binding's, under its own names.
type (
	SessionOptions         = none
	CUDAProviderOptions    = none
	RunOptions             = none
	DynamicAdvancedSession = none
	Shape                  []int64
	Value                  interface{ Destroy() error }
	TensorElementDataType  int
	InputOutputInfo        struct {
		Name       string
		DataType   TensorElementDataType
		Dimensions Shape
	}
	CustomDataTensor struct{ none }
	Tensor[T any]    struct{ none }
)

func (t TensorElementDataType) String() string { return "type " + strconv.Itoa(int(t)) }

// GetData returns the tensor's numbers.
func (*Tensor[T]) GetData() []T { return nil }

// GetData returns the tensor's bytes.
func (*CustomDataTensor) GetData() []byte { return nil }

// Constants of the binding. Types are numbered as in TensorProto.DataType.
const (
	LoggingLevelFatal                                      = 4
	GraphOptimizationLevelDisableAll                       = 0
	TensorElementDataTypeUndefined   TensorElementDataType = 0
	TensorElementDataTypeFloat       TensorElementDataType = 1
	TensorElementDataTypeInt32       TensorElementDataType = 6
	TensorElementDataTypeInt64       TensorElementDataType = 7
	TensorElementDataTypeFloat16     TensorElementDataType = 10
)

// Functions of the binding; all fail.

func SetSharedLibraryPath(string)                           {}
func InitializeEnvironment(...struct{}) error               { return ErrNoCgo }
func WithLogLevelFatal() struct{}                           { return struct{}{} }
func NewSessionOptions() (*SessionOptions, error)           { return nil, ErrNoCgo }
func NewCUDAProviderOptions() (*CUDAProviderOptions, error) { return nil, ErrNoCgo }
func NewRunOptions() (*RunOptions, error)                   { return nil, ErrNoCgo }
func NewShape(sizes ...int64) Shape                         { return sizes }

func NewDynamicAdvancedSession(string, []string, []string, *SessionOptions) (*DynamicAdvancedSession, error) {
	return nil, ErrNoCgo
}

func GetInputOutputInfoWithOptions(string, *SessionOptions) (in, out []InputOutputInfo, err error) {
	return nil, nil, ErrNoCgo
}

func NewTensor[T any](Shape, []T) (*Tensor[T], error) { return nil, ErrNoCgo }

func NewCustomDataTensor(Shape, []byte, TensorElementDataType) (*CustomDataTensor, error) {
	return nil, ErrNoCgo
}
