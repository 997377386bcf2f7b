"""Python's httpx: a streamed response is read by iter_raw(), or not."""
import sys, threading, time, httpx
port, test, size, count = sys.argv[1:5]
client = httpx.Client(http1=False, http2=True, timeout=60)

def open_(path):
    return client.send(client.build_request("GET", f"http://localhost:{port}{path}"), stream=True)

open_("/first/16384").read()
others = []
if test in ("unread", "all"):
    others = [open_(f"/unread/{size}") for i in range(1, int(count))]
if test == "closed":
    for i in range(int(count)):
        other = open_(f"/unread/{size}")
        time.sleep(0.02)
        other.close()
if test == "all":
    for other in others:
        threading.Thread(target=lambda o=other: [None for chunk in o.iter_raw()], daemon=True).start()
print("opened", flush=True)
sys.stdin.readline()
total = 0
for chunk in open_(f"/read/{size}").iter_raw():
    if total == 0 or total >> 18 != (total + len(chunk)) >> 18:
        print(total + len(chunk), flush=True)
    if total == 0 and test == "paused":
        time.sleep(5)
    total += len(chunk)
print("end", total, flush=True)
sys.stdin.readline()
