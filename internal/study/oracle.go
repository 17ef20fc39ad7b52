package study

import "slices"

// Run is the answers of one way of planning, with what they cost.
type Run struct {
	Name  string // auto, form, shape
	Found map[string]*Found
	Took  map[string]float64 // milliseconds, by id
}

// OracleCost is what not knowing the shape costs: runs of an oracle against one that knows nothing, claim by claim.
func OracleCost(gold []*Graph, auto Run, oracles []Run, seed uint64, command string) *Table {
	t := &Table{Name: "oracle", Title: "What not knowing the shape costs", Command: command, Keys: []string{"shape", "knows"},
		Note: "form: whether it is a path or a star (hop --shape path, star); shape: also the number of pages (hop --shape path4, 3, …). less auto: paired differences to the planner that knows nothing."}
	plain := Compare(gold, auto.Found, seed)
	names, parts := plain.groups(func(x *Case) string { return x.Gold.Shape() }, shapeOrder...)
	for _, name := range names {
		for _, m := range plain.oracleMeasures() {
			if obs := m.observe(parts[name]); len(obs) > 0 {
				t.Add(m.name, Mean(obs, seed), name, auto.Name)
			}
			for _, o := range oracles {
				t.addOracle(m, parts[name], o, name, seed)
			}
		}
	}
	return t
}

func (t *Table) addOracle(m measure, cases []Case, o Run, shape string, seed uint64) {
	var value, less []Observation
	for i := range cases {
		x := cases[i]
		found := o.Found[x.Gold.ID.Key()]
		if found == nil {
			continue
		}
		known := Case{Gold: x.Gold, Found: found}
		a, okA := m.of(&x)
		b, okB := m.of(&known)
		if okA && okB {
			value = append(value, Observation{x.Gold.Family, b})
			less = append(less, Observation{x.Gold.Family, b - a})
		}
	}
	if len(value) > 0 {
		t.Add(m.name, Mean(value, seed), shape, o.Name)
		t.Add(m.name+", less auto", Mean(less, seed), shape, o.Name)
	}
}

func (c *Pairing) oracleMeasures() []measure {
	return slices.DeleteFunc(c.measures(), func(m measure) bool { return m.name == "edits" || m.name == "all_gold@10" })
}

// Times is what each run cost, in milliseconds a claim. It differs from run to run, so it is no part of a report that is to
// be the same bytes again.
func Times(gold []*Graph, runs []Run, seed uint64) *Table {
	t := &Table{Name: "times", Title: "Milliseconds a claim", Keys: []string{"shape", "knows"}, Note: "Measured, on this machine."}
	for _, shape := range append([]string{"all"}, tally(gold, func(g *Graph) string { return g.Shape() }, shapeOrder...)...) {
		for _, r := range runs {
			var obs []Observation
			for _, g := range gold {
				if ms, ok := r.Took[g.ID.Key()]; ok && (shape == "all" || g.Shape() == shape) {
					obs = append(obs, Observation{g.Family, ms})
				}
			}
			if len(obs) > 0 {
				t.Add("milliseconds", Mean(obs, seed), shape, r.Name)
			}
		}
	}
	return t
}
