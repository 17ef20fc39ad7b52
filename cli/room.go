package cli

import "runtime"

// heapRoom is how much garbage may lie about before it is collected, beside as much as is in use. By itself Go lets it be as
// much as is in use; for claims over a small store that is a few MB, and collecting it so often takes a tenth of all processor
// time.
const heapRoom = 32 << 20

// ampleRoom makes garbage be collected less often until the function that it returns is called. It holds memory that is never
// written to, and so never taken from the machine, but counts as in use.
func ampleRoom() func() {
	room := make([]byte, heapRoom)
	return func() { runtime.KeepAlive(room) }
}
