// Go's net/http: a body is read, or not.
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"time"
)

func main() {
	test, size := os.Args[2], os.Args[3]
	count, _ := strconv.Atoi(os.Args[4])
	transport := &http.Transport{Protocols: new(http.Protocols)}
	transport.Protocols.SetUnencryptedHTTP2(true)
	client := &http.Client{Transport: transport}
	open := func(path string) io.ReadCloser {
		response, err := client.Get("http://localhost:" + os.Args[1] + path)
		if err != nil {
			panic(err)
		}
		return response.Body
	}
	io.Copy(io.Discard, open("/first/16384"))
	for i := 1; i < count && (test == "unread" || test == "all"); i++ {
		body := open("/unread/" + size)
		if test == "all" {
			go io.Copy(io.Discard, body)
		} else {
			defer body.Close()
		}
	}
	for i := 0; i < count && test == "closed"; i++ {
		body := open("/unread/" + size)
		time.Sleep(20 * time.Millisecond)
		body.Close()
	}
	fmt.Println("opened")
	os.Stdin.Read(make([]byte, 1))
	body, total, buffer := open("/read/"+size), 0, make([]byte, 16384)
	for {
		n, err := body.Read(buffer)
		if total == 0 || total>>18 != (total+n)>>18 {
			fmt.Println(total + n)
		}
		if total == 0 && test == "paused" {
			time.Sleep(5 * time.Second)
		}
		total += n
		if err != nil {
			break
		}
	}
	fmt.Println("end", total)
	os.Stdin.Read(make([]byte, 1))
}
