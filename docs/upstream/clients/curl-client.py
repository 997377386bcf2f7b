"""libcurl's multi interface: a transfer is paused by its write callback or by pause()."""
import sys, time, pycurl
port, test, size, count = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
multi = pycurl.CurlMulti()
multi.setopt(pycurl.M_PIPELINING, pycurl.PIPE_MULTIPLEX)

def turn():
    multi.perform()
    multi.select(0.01)
    multi.info_read()

class Transfer:
    def __init__(self, path, paused=False):
        self.total, self.headers, self.paused = 0, False, paused
        self.curl = curl = pycurl.Curl()
        curl.setopt(pycurl.URL, f"http://localhost:{port}{path}")
        curl.setopt(pycurl.HTTP_VERSION, pycurl.CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
        curl.setopt(pycurl.PIPEWAIT, 1)
        curl.setopt(pycurl.HEADERFUNCTION, self.header)
        curl.setopt(pycurl.WRITEFUNCTION, self.write)
        multi.add_handle(curl)

    def header(self, line):
        self.headers = True

    def write(self, data):
        if self.paused:
            return pycurl.WRITEFUNC_PAUSE
        if self.total == 0 or self.total >> 18 != (self.total + len(data)) >> 18:
            if self.shown: print(self.total + len(data), flush=True)
        self.total += len(data)
        if self.shown and test == "paused" and self.total == len(data):
            self.paused = True
    shown = False

first = Transfer("/first/16384")
while first.total < 16384: turn()
others = []
if test in ("unread", "all"):
    for i in range(1, count):
        others.append(Transfer(f"/unread/{size}", paused=test == "unread"))
        while not others[-1].headers: turn()
if test == "closed":
    for i in range(count):
        other = Transfer(f"/unread/{size}", paused=True)
        end = time.time() + 0.02
        while not other.headers or time.time() < end: turn()
        multi.remove_handle(other.curl)
        other.curl.close()
print("opened", flush=True)
import select
while not select.select([sys.stdin], [], [], 0)[0]: turn()
reader = Transfer(f"/read/{size}")
reader.shown = True
resume = time.time() + 5
while reader.total < size or any(o.total < size for o in others if test == "all"):
    if reader.paused and time.time() > resume:
        reader.paused = False
        reader.curl.pause(pycurl.PAUSE_CONT)
    turn()
print("end", reader.total, flush=True)
sys.stdin.readline()
sys.stdin.readline()
