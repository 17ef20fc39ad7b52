package serve

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what Prometheus reads at /metrics.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	panics   prometheus.Counter
	time     *prometheus.HistogramVec
	stages   *prometheus.HistogramVec
}

// buckets go from a millisecond to half a minute.
var buckets = prometheus.ExponentialBuckets(0.001, 2, 16)

func newMetrics() *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bridgehop_requests_total",
			Help: "Requests by what was asked for and the status."}, []string{"what", "code"}),
		panics: prometheus.NewCounter(prometheus.CounterOpts{Name: "bridgehop_panics_total",
			Help: "Requests that met a fault of bridgehop."}),
		time: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "bridgehop_request_seconds", Help: "Time of requests.",
			Buckets: buckets}, []string{"what"}),
		stages: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "bridgehop_stage_seconds",
			Help: "Time of a claim's stages: seed, hop, verdict.", Buckets: buckets}, []string{"stage"}),
	}
	m.registry.MustRegister(m.requests, m.panics, m.time, m.stages, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

func (m *metrics) handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// request counts a request under the pattern that matched, so that no caller can make up names.
func (m *metrics) request(r *http.Request, code int, took time.Duration) {
	what := "other"
	if _, path, ok := strings.Cut(r.Pattern, " "); ok {
		what = path
	}
	m.requests.WithLabelValues(what, strconv.Itoa(code)).Inc()
	m.time.WithLabelValues(what).Observe(took.Seconds())
}

func (m *metrics) stage(name string, took time.Duration) {
	m.stages.WithLabelValues(name).Observe(took.Seconds())
}
