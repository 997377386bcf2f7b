#!/usr/bin/env bash
# Called by the build: target/streambench.jsa has the classes of ./streambench as this JVM keeps them in
# memory, so that it starts in about half the time (class data sharing of the JDK). It suits this JVM,
# this folder and these jars alone; streambench.jsa.of says which. A build does not fail on it.
set -euo pipefail

jdk=$(readlink -f -- "$1")
home=$2
archive=$home/target/streambench.jsa
list=$home/target/streambench.classes
jar=$home/target/benchmarks.jar
rm -f "$archive" "$archive.of" "$list" "$list".*

loads() {
  "$jdk/bin/java" -XX:DumpLoadedClassList="$list.$1" -cp "$jar" \
    io.streambench.cli.StreambenchMain "${@:2}" >/dev/null 2>&1 || [ $? -eq 3 ]
}
loads help --help
loads analyze analyze "$home/flow-control-logs/example-12-shards/flow-control.log.gz"
loads predict predict --shards 12
cat "$list".* | awk '!seen[$0]++' >"$list"
"$jdk/bin/java" -Xshare:dump -XX:SharedClassListFile="$list" -XX:SharedArchiveFile="$archive" \
  -cp "$jar" >"$list.log" 2>&1
printf '%s\n%s\n' "$jdk" "$home" >"$archive.of"
