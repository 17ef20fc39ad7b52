// Command serve loads a server: many clients at once, and an end in the middle of it.
//
//	bridgehop load --store wsp.bridgehop --format wikispeedia $BRIDGEHOP_DATA/wikispeedia
//	go run ./bench/serve -store wsp.bridgehop
//
//	go run ./bench/serve -store wsp.bridgehop -paced -for 10m
//
// It starts bin/bridgehop serve on loopback and prints, for each load, how many requests were answered by status, how long they took,
// and the server's memory. The paced load comes at half the rate that 64 clients reached, or at -rate, whether answers are ready or not; its
// times stand beside those of one client that asks the same claims one after another.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/bridgehop/bridgehop/bench/gold"
)

var claims = []string{
	"The capital of the country in which the Eiffel Tower stands lies on the Seine.",
	"Albert Einstein was born in the same country as Johann Sebastian Bach.",
	"The river that flows through London reaches the North Sea.",
	"Mount Everest is higher than K2.",
	"The author of Hamlet was born in Stratford-upon-Avon.",
	"Penicillin was discovered by a biologist from Scotland.",
	"The planet with the Great Red Spot is the largest of the Solar System.",
	"Which composer of the Ninth Symphony was born in Bonn?",
}

func main() {
	program := flag.String("program", "bin/bridgehop", "bridgehop's binary")
	store := flag.String("store", "", "store to serve")
	long := flag.Duration("for", time.Minute, "how long each load lasts; the first, a minute at most")
	rate := flag.Float64("rate", 0, "requests a second of the paced load; 0 is half of what 64 clients reached")
	paced := flag.Bool("paced", false, "the paced load alone")
	flag.Parse()
	gold.Main("serve", func(context.Context) error { return run(*program, *store, *long, *rate, *paced) })
}

type server struct {
	*exec.Cmd
	root string
}

func start(program, store string) (*server, error) {
	s := &server{Cmd: exec.Command(program, "serve", "--store", store, "--addr", "127.0.0.1:0", "--json")}
	s.Stderr = os.Stderr
	out, err := s.StdoutPipe()
	if err == nil {
		err = s.Start()
	}
	if err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	var at struct{ Address string }
	if err = cmp.Or(err, json.Unmarshal(line, &at)); err != nil {
		return nil, errors.Join(err, s.Process.Kill())
	}
	s.root = strings.TrimSuffix(at.Address, "/")
	return s, nil
}

func run(program, store string, long time.Duration, rate float64, paced bool) error {
	s, err := start(program, store)
	if err != nil {
		return err
	}
	fmt.Printf("%s\n", s.memory("idle"))
	all := min(long, time.Minute)
	full := s.load("hop", 64, all)
	full.print("64 clients on hop")
	fmt.Println(s.memory("after"))
	if rate == 0 {
		rate = float64(full.codes["200"]) / all.Seconds() / 2
	}
	if rate <= 0 {
		return errors.Join(errors.New("no request was answered: give -rate"), s.Process.Kill())
	}
	s.comparePaced(rate, long)
	if paced {
		return s.end(min(long/4, 10*time.Second))
	}
	s.load("verify", 8, long).print("8 clients on verify")
	fmt.Println(s.memory("after"))
	over := s.load("verify", 64, long/4)
	over.print("64 clients on verify, more than the limit")
	return s.end(long / 4)
}

// comparePaced prints times and memory of a paced load beside the times of one client.
func (s *server) comparePaced(rate float64, long time.Duration) {
	alone := s.load("hop", 1, long/10)
	alone.print("1 client on hop, one claim after another")
	paced := s.paced("hop", rate, long)
	paced.print(fmt.Sprintf("%.1f requests a second on hop", rate))
	fmt.Printf("p99 against one after another: %.2f\n", float64(paced.at(.99))/float64(max(alone.at(.99), 1)))
}

// paced asks at a rate. It prints the server's memory after a fifth of the time and at the end.
func (s *server) paced(what string, rate float64, long time.Duration) *result {
	r := &result{codes: map[string]int{}}
	h := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}, Timeout: 3 * time.Minute}
	tick := time.NewTicker(time.Duration(float64(time.Second) / rate))
	defer tick.Stop()
	var wg sync.WaitGroup
	fifth, end := time.After(long/5), time.After(long)
	for n := 0; ; n++ {
		select {
		case <-end:
			fmt.Println(s.memory("after " + long.String()))
			wg.Wait()
			return r
		case <-fifth:
			fmt.Println(s.memory("after " + (long / 5).String()))
		case <-tick.C:
			wg.Go(func() { r.ask(h, s.root+"/api/v1/"+what, claims[n%len(claims)]) })
		}
	}
}

// end asks the server to end in the middle of a load. Requests that it took are to be answered; a client may find a connection that
// it kept closed just as it sends the next.
func (s *server) end(after time.Duration) error {
	done := make(chan *result)
	go func() { done <- s.load("hop", 16, after+10*time.Second) }()
	time.Sleep(after)
	begun := time.Now()
	if err := s.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	err := s.Wait()
	took := time.Since(begun)
	r := <-done
	r.print("SIGTERM in the middle of 16 clients on hop")
	fmt.Printf("ended after %v: %v\n", took.Round(time.Millisecond), cmp.Or[error](err, errors.New("exit 0")))
	return err
}

// memory returns the server's resident memory.
func (s *server) memory(when string) string {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Process.Pid))
	if err != nil {
		return err.Error()
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			return "memory, " + when + ": " + strings.TrimSpace(rest)
		}
	}
	return "memory: unknown"
}

// result is what clients saw.
type result struct {
	mu    sync.Mutex
	codes map[string]int
	took  []time.Duration // of what was answered with 200
}

func (r *result) print(what string) {
	round := func(share float64) time.Duration { return r.at(share).Round(time.Millisecond) }
	fmt.Printf("%s: %v; p50 %v, p99 %v, most %v\n", what, r.codes, round(.5), round(.99), round(1))
}

// at returns the time that a share of the answers took at most.
func (r *result) at(share float64) time.Duration { return gold.Quantile(r.took, share) }

// load asks with so many clients, each one request after the other; a client that is refused waits as long as it is told.
func (s *server) load(what string, clients int, long time.Duration) *result {
	r := &result{codes: map[string]int{}}
	ctx, cancel := context.WithTimeout(context.Background(), long)
	defer cancel()
	h := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: clients}, Timeout: 3 * time.Minute}
	var wg sync.WaitGroup
	for i := range clients {
		wg.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				if code := r.ask(h, s.root+"/api/v1/"+what, claims[n%len(claims)]); code != "200" {
					time.Sleep(time.Second)
				}
			}
		})
	}
	wg.Wait()
	return r
}

func (r *result) ask(h *http.Client, address, claim string) (code string) {
	body, _ := json.Marshal(map[string]string{"claim": claim}) // of strings
	begun := time.Now()
	res, err := h.Post(address, "application/json", bytes.NewReader(body))
	if err == nil {
		code = fmt.Sprint(res.StatusCode)
		_, err = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		code = "refused"
	case err != nil:
		code = "broken"
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.codes[code]++
	if code == "200" {
		r.took = append(r.took, time.Since(begun))
	}
	return code
}
