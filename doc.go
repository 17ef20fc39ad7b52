// Package bridgehop finds the 2 to 4 pages of a wiki, joined by hyperlinks, that prove or refute a claim.
//
// Take the claim "The engineer who designed Skarn Point Light was born in Saint-Évrard." Skarn Point Light says who
// designed it, and the engineer's page says where he was born:
//
//	[Skarn Point Light] --"Étienne Carvel"--> [Étienne Carvel]
//
// An Engine finds this chain and judges the claim by the text of its pages:
//
//	e, err := bridgehop.Open(ctx, "wiki.bridgehop", bridgehop.Options{}) // made by: bridgehop load
//	if err != nil {
//		return err
//	}
//	defer e.Close()
//	answer, err := e.Verify(ctx, "The engineer who designed Skarn Point Light was born in Saint-Évrard.")
//	if err != nil {
//		return err
//	}
//	fmt.Println(answer, answer.Chain.Shape()) // SUPPORTS 2
//
// The other packages are loader (loads corpora into a store), graph (pages, links and stores), hop (finds chains),
// verify (computes verdicts) and cli (the command line).
package bridgehop
