package cli

import "slices"

// modelForms are the records of the commands that tell of models and of the program.
func modelForms() []jsonForm {
	return []jsonForm{
		{"model check", "`model check --json`", "", "", slices.Concat(fieldsOf(`
weights | string | path of the graph
external? | list of strings | files with weights beside it
bytes | integer | of the graph and these files
precision | string | of the weights: float32, float16, int8, …
parameters | integer | weights in all
labels | list of objects | of config.json, in the order of the logits
labels[].name | string | as config.json spells it
labels[].verdict | string | what it is taken for: SUPPORTS, REFUTES, NOT ENOUGH INFO or NOT_SUPPORTED
temperature | number | that logits are divided by; 1 for none
tokenizer | string | its kind: WordPiece, BPE, …
vocabulary | integer | tokens it knows
max_tokens | integer | of a pair; only the premise is cut
inputs | list of strings | of the graph, by name
device | string | cpu or cuda:N
note? | string | what is to be known of the model or the device
providers | list of strings | the runtime's execution providers
runtime | string | path of the ONNX Runtime library
test | object | a pair that leaves no doubt, judged
test.premise | string | what is read
test.hypothesis | string | what it supports`), within("test", verdictFields()), fieldsOf(`
speed? | object | without --pairs 0
speed.pairs | integer | pairs judged
speed.tokens | integer | of all pairs
speed.seconds | number | that they took
speed.pairs_per_second | number | pairs by seconds`))},
		{"tokenize", "`tokenize`, one a row", "It is the same without `--json`.", "", fieldsOf(`
ids? | list of integers | of the tokens, special ones among them
type_ids? | list of integers | of each token: 0 for the text or premise, 1 for the hypothesis
error? | string | why the row was refused; it has neither of the others then`)},
		{"setup", "`setup --json`", "", "", fieldsOf(`
runtime | string | path of the ONNX Runtime library
version | string | of the library that setup fetches; empty for one that is named
fetched | boolean | whether this command fetched it
model | string | the model's folder
device | string | cpu or cuda:N
providers | list of strings | execution providers that the library comes with
note? | string | why it is that device
java? | string | first line of java -version, where there is a Java`)},
		{"version", "`version --json`", "", "", fieldsOf(`
version | string | of bridgehop
commit? | string | it was built from, where that is known
go | string | the Go that built it
system | string | operating system and processor: linux/amd64`)},
	}
}
