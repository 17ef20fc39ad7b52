package serve

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// metrics are what Prometheus reads at /metrics: values by name and labels, as they are printed.
type metrics struct {
	mu     sync.Mutex
	values map[string]float64
}

const panics = "bridgehop_panics_total"

func (m *metrics) add(series string, value float64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values[series] += value
}

// took counts how long something took, under labels such as {stage="hop"}.
func (m *metrics) took(name, labels string, long time.Duration) {
	m.add(name+"_sum"+labels, long.Seconds())
	m.add(name+"_count"+labels, 1)
}

// request counts a request under the pattern that matched, so that no caller can make up names.
func (m *metrics) request(r *http.Request, code int, long time.Duration) {
	_, what, ok := strings.Cut(r.Pattern, " ")
	if !ok {
		what = "other"
	}
	m.add(fmt.Sprintf("bridgehop_requests_total{code=%q,what=%q}", fmt.Sprint(code), what), 1)
	m.took("bridgehop_request_seconds", fmt.Sprintf("{what=%q}", what), long)
}

// ServeHTTP prints the metrics in Prometheus's text format.
func (m *metrics) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	m.mu.Lock()
	values := maps.Clone(m.values) // a client may take its time
	m.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for _, series := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(w, "%s %v\n", series, values[series])
	}
}
