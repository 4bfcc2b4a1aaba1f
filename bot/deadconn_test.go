package bot_test

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"mafiabot/bot"
)

// hole is a way through which connections go; those that it has can be made to lead
// nowhere, as after a change of networks. New ones work.
type hole struct {
	mu   sync.Mutex
	dead []*atomic.Bool
}

// dig lets connections to an address go through the hole, and returns where it begins.
func (h *hole) dig(t *testing.T, to string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			here, err := l.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", to)
			if err != nil {
				return
			}
			dead := new(atomic.Bool)
			h.mu.Lock()
			h.dead = append(h.dead, dead)
			h.mu.Unlock()
			go pour(there, here, dead)
			go pour(here, there, dead)
		}
	}()
	return l.Addr().String()
}

// pour copies from one end to the other until that one closes, or is dead.
func pour(dst, src net.Conn, dead *atomic.Bool) {
	buf := make([]byte, 32<<10)
	for {
		n, err := src.Read(buf)
		if n > 0 && !dead.Load() {
			if _, err := dst.Write(buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			if !dead.Load() {
				dst.Close()
			}
			return
		}
	}
}

// swallow makes every connection of the hole lead nowhere.
func (h *hole) swallow() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, d := range h.dead {
		d.Store(true)
	}
}

// A connection over HTTP/2 that dies without a word is given up within the time of
// its pings, here a fifth of what it is in the product; without pings every request
// goes into the hole until the system notices.
func TestADeadConnectionIsGivenUp(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds of waiting")
	}
	t.Parallel()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"ok":true,"result":[]}`)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	t.Cleanup(server.Close)
	failures := func(h *hole, address string, pings bool) (failed int) {
		_, send := bot.Clients()
		transport := send.Transport.(*http.Transport)
		transport.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // of the test's own server
		if pings {
			transport.HTTP2 = &http.HTTP2Config{SendPingTimeout: transport.HTTP2.SendPingTimeout / 5, PingTimeout: transport.HTTP2.PingTimeout / 5}
		} else {
			transport.HTTP2 = nil
		}
		ask := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+address, strings.NewReader("x"))
			if err != nil {
				return err
			}
			resp, err := send.Do(r)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			_, err = io.Copy(io.Discard, resp.Body)
			return err
		}
		if err := ask(); err != nil {
			t.Error(err)
			return 0
		}
		h.swallow()
		for range 6 {
			if ask() == nil {
				return failed
			}
			failed++
		}
		return failed
	}
	var with, without int
	var both sync.WaitGroup
	for pings, failed := range map[bool]*int{true: &with, false: &without} {
		h := &hole{}
		address := h.dig(t, server.Listener.Addr().String())
		both.Go(func() { *failed = failures(h, address, pings) })
	}
	both.Wait()
	t.Logf("%d requests fail with pings, %d without", with, without)
	if with >= 6 || without < 6 {
		t.Errorf("%d of 6 requests fail with pings, %d without", with, without)
	}
}
