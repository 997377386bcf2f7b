#!/usr/bin/env bash
# JMH on the benchmarks of this module. Every argument goes to JMH unchanged; -h lists JMH's own.
# Options for the JVM that JMH itself runs in, such as -Dstreambench.summary=md, go into JAVA_OPTS.
set -euo pipefail

home=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
java=java
if [ -n "${JAVA_HOME:-}" ]; then java="$JAVA_HOME/bin/java"; fi

if ! command -v "$java" >/dev/null; then
  echo "JDK must be 17 or later and on the PATH or in JAVA_HOME, got no '$java'" >&2
  exit 2
fi
version=$("$java" -version 2>&1 | sed -n 's/.* version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' | head -n 1) || true
if [ "${version:-0}" -lt 17 ]; then
  echo "JDK must be 17 or later, got '${version:-unknown}' ($java)" >&2
  exit 2
fi

jar="$home/target/benchmarks.jar"
if [ ! -f "$jar" ] ||
  [ -n "$(find "$home/pom.xml" "$home/src/main" -newer "$jar" -print -quit)" ]; then
  echo "building $jar ..." >&2
  (cd "$home" && ./mvnw -q -B -DskipTests package) >&2 || {
    echo "the build failed, see above" >&2
    exit 1
  }
fi

# A fork's own standard error is a pipe to JMH: this is where a person may be watching.
if [ -t 2 ]; then
  STREAMBENCH_TERMINAL=$(tty <&2) || STREAMBENCH_TERMINAL=
  export STREAMBENCH_TERMINAL
fi

# shellcheck disable=SC2086 # JAVA_OPTS is a list of words
exec "$java" ${JAVA_OPTS:-} -jar "$jar" "$@"
