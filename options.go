package bridgehop

import (
	"github.com/bridgehop/bridgehop/hop"
)

// Options are the settings of an Engine. The zero value works like the command line without flags.
type Options struct {
	MaxPages int       // the most pages of a chain, 1 to 4; 0 means 4
	Beam     int       // how many chains are kept at each hop; 0 means hop.DefaultBeam
	Chains   int       // the most chains that are returned; 0 means 5
	Shape    hop.Shape // finds only reasoning graphs of one shape (hop.ParseShape)
	TFIDF    bool      // finds pages by their words alone (hop.TFIDF), as the papers' baseline does

	Model    string  // folder of a model (model.onnx, tokenizer.json, config.json); empty for the shipped one
	Device   string  // of the model: auto (a GPU if CUDA starts, else the CPU), cpu, cuda or cuda:N; empty means auto
	Threads  int     // how many cores of a CPU the model uses; 0 means all
	Verdicts bool    // opens the model at the same time as the store, so that the first verdict doesn't wait for it
	Abstain  float64 // the probability that a label needs; if no label has it, the answer is NOT ENOUGH INFO
}
