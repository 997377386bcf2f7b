#!/usr/bin/env bash
# Runs what people run from a checkout, in a working folder, with logs and temporary files all below
# a folder whose name has blanks and more than ASCII. Run by SpacedPathIT, which a machine that knows
# ASCII alone could not even name the folder to; $1 is where to put it, in a built checkout.
set -euo pipefail

checkout="$1/a b ü"
mkdir -p "$checkout/src/main/sh" "$checkout/target" "$checkout/tmp dir" "$checkout/work dir"
cp -p jmh.sh streambench pom.xml "$checkout"
cp -p src/main/sh/launch.sh "$checkout/src/main/sh"
ln -s "$PWD/target/lib" "$checkout/target/lib"
cp target/benchmarks.jar target/streambench.jar "$checkout/target"
cd "$checkout/work dir"
export JAVA_TOOL_OPTIONS="-Djava.io.tmpdir=\"$checkout/tmp dir\""

ends() { # a status and a command that is to end with it
  local wanted=$1 status=0
  shift
  echo "== $*"
  "$@" || status=$?
  if [ "$status" -ne "$wanted" ]; then
    echo "ended with $status, and not with $wanted"
    exit 1
  fi
}

small=(-p nodeCount=1 -p numShards=4 -p docCount=200 -p docSizeBytes=8192 -f 1 -wi 0 -i 1 -r 1)
ends 3 ../jmh.sh "${small[@]}" -p useHttp1=false,true -p initialStreamRecvWindow=65535 \
  -p initialSessionRecvWindow=65535 -p capture=full -rf json -rff "r s.json" \
  -jvmArgs -Dstreambench.stallTimeout=5s StreamingSearch
ends 0 ../jmh.sh "${small[@]}" -p cluster=process -p useHttp1=true StreamingSearch
run=$(echo "$checkout"/flow-control-logs/*-STALLED)
for file in events.jfr flow-control.log.gz verdict.json timeline.html timeline.png; do
  [ -s "$run/$file" ] || { echo "$run has no $file"; exit 1; }
done
ends 3 ../streambench analyze --html "p q.html" "$run"
ends 3 ../streambench analyze "$run.zip"
ends 0 ../streambench evidence "$run"
ends 0 ../streambench compare "r s.json" "r s.json"
ends 0 ../streambench predict --from "$run"
ends 0 ../streambench study strategies --quick --only '^http1-12-' --set docCount=200
ends 0 ../streambench report "$(echo "$checkout"/results/strategies-*)"
ends 0 ../streambench doctor
left=$(find "$checkout/tmp dir" -mindepth 1 -name 'streambench*' | head -5)
[ -z "$left" ] || { echo "left behind: $left"; exit 1; }
