package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"os"

	"github.com/bridgehop/bridgehop/cli/internal/chart"
	"github.com/bridgehop/bridgehop/cli/score"
	"github.com/bridgehop/bridgehop/loader/claims"
	"github.com/bridgehop/bridgehop/verify/label"
)

// reliabilityBins is how many parts the probabilities are put in.
const reliabilityBins = 10

// reliability says how often verdicts of a probability were right.
type reliability struct {
	n     [reliabilityBins]int
	right [reliabilityBins]int
	sum   [reliabilityBins]float64 // of probabilities
}

// readReliability pairs `verify --out` lines, which carry probabilities, with the gold labels, of the claims of only where it
// isn't nil. A file without probabilities gives nil.
func readReliability(gold, pred string, only map[string]bool) (*reliability, error) {
	labels := map[string]label.Label{}
	in, err := claims.Open(gold, claims.Auto)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	for c, err := range in.All() {
		if err != nil || only != nil && !only[c.ID.Key()] {
			continue
		}
		if label, err := label.Parse(c.Label); err == nil {
			labels[c.ID.Key()] = label
		}
	}
	file, err := os.Open(pred)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	out := &reliability{}
	for rec, err := range claims.Records(file, pred) {
		var line struct {
			ID            claims.ID          `json:"id"`
			Predicted     string             `json:"predicted_label"`
			Probabilities map[string]float64 `json:"probabilities"`
		}
		if err != nil || json.Unmarshal(rec.Raw, &line) != nil || len(line.Probabilities) == 0 {
			continue
		}
		if label, ok := labels[line.ID.Key()]; ok {
			right, _ := score.Agrees(label.String(), line.Predicted)
			out.add(line.Probabilities[line.Predicted], right)
		}
	}
	if out.count() == 0 {
		return nil, nil
	}
	return out, nil
}

func (r *reliability) add(p float64, right bool) {
	b := min(max(int(p*reliabilityBins), 0), reliabilityBins-1)
	r.n[b]++
	r.sum[b] += p
	if right {
		r.right[b]++
	}
}

// error returns the expected calibration error: the mean distance of probability and share right, weighted by claims
// (Guo et al. 2017, section 2).
func (r *reliability) error() float64 {
	sum := 0.0
	for b := range r.n {
		sum += math.Abs(r.sum[b] - float64(r.right[b]))
	}
	return sum / float64(max(r.count(), 1))
}

func (r *reliability) count() (n int) {
	for _, k := range r.n {
		n += k
	}
	return n
}

// chart returns the reliability diagram, with Wilson's intervals (1927) of the shares.
func (r *reliability) chart() *chart.Chart {
	k := chart.Curve{Name: "verdicts"}
	for b, n := range r.n {
		if n == 0 {
			continue
		}
		share := score.Proportion(r.right[b], n)
		k.Points = append(k.Points, chart.Point{X: r.sum[b] / float64(n), Y: share.Value, Low: share.Low, High: share.High})
	}
	return &chart.Chart{Name: "reliability", Title: fmt.Sprintf("Reliability of the verdicts (ECE %.3f)", r.error()),
		X: "probability of the predicted label", Y: "share right, with 95 % interval", Curves: []chart.Curve{k}, Diagonal: true}
}
