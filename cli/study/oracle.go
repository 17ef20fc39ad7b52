package study

// Run is the answers of one planner setting, with their costs.
type Run struct {
	Name  string // auto, form, shape
	Found map[string]*Found
	Took  map[string]float64 // milliseconds, by id
}

// OracleCost returns the table of the cost of not knowing the shape: runs with an oracle against one without, paired by claim.
func OracleCost(gold []*Graph, auto Run, oracles []Run, seed uint64, command string) *Table {
	t := &Table{Name: "oracle", Title: "What not knowing the shape costs", Command: command, Keys: []string{"shape", "knows"},
		Note: "form: whether it is a path or a star (hop --shape path, star); shape: also the number of pages (hop --shape path4, 3, …). less auto: paired differences to the planner that knows nothing."}
	plain := Compare(gold, auto.Found, seed)
	names, parts := plain.byShape()
	for _, name := range names {
		for _, m := range plain.measuresBut("edits", "all_gold@10") {
			addMeans(t, seed, parts[name], []caseMeasure{m}, name, auto.Name)
			for _, o := range oracles {
				known := func(x *Case) (plain, known float64, ok bool) {
					found := o.Found[x.Gold.ID.Key()]
					if found == nil {
						return 0, 0, false
					}
					a, okA := m.of(x)
					b, okB := m.of(&Case{Gold: x.Gold, Found: found})
					return a, b, okA && okB
				}
				addMeans(t, seed, parts[name], []caseMeasure{
					{m.name, func(x *Case) (float64, bool) { _, b, ok := known(x); return b, ok }},
					{m.name + ", less auto", func(x *Case) (float64, bool) { a, b, ok := known(x); return b - a, ok }},
				}, name, o.Name)
			}
		}
	}
	return t
}

// Times returns the time of each run in milliseconds a claim. It differs from run to run, so it is not in the reproducible report.
func Times(gold []*Graph, runs []Run, seed uint64) *Table {
	t := &Table{Name: "times", Title: "Milliseconds a claim", Keys: []string{"shape", "knows"}, Note: "Measured, on this machine."}
	names, parts := parted(gold, (*Graph).Shape, inShapeOrder)
	parts["all"] = gold
	for _, shape := range append([]string{"all"}, names...) {
		for _, r := range runs {
			addMeans(t, seed, parts[shape], []measure[*Graph]{{"milliseconds", func(g *Graph) (float64, bool) {
				ms, ok := r.Took[g.ID.Key()]
				return ms, ok
			}}}, shape, r.Name)
		}
	}
	return t
}
