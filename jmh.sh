#!/usr/bin/env bash
# JMH on the benchmarks of this module, which it lists without arguments. Every argument goes to JMH
# unchanged; -h lists its options and our parameters.
# Options for the JVM that JMH itself runs in, such as -Dstreambench.summary=md, go into JAVA_OPTS.
set -euo pipefail

home=$(cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")" && pwd -P)

measures=yes
[ $# -gt 0 ] || measures=
for word; do
  case "$word" in -h | --help | -l | -lp | -lprof | -lrf) measures= ;; esac
done
# shellcheck source=src/main/sh/launch.sh
. "$home/src/main/sh/launch.sh"

# A fork's own standard error is a pipe to JMH: this is where a person may be watching.
if [ -t 2 ]; then
  STREAMBENCH_TERMINAL=$(tty <&2) || STREAMBENCH_TERMINAL=
  export STREAMBENCH_TERMINAL
fi

# shellcheck disable=SC2086 # JAVA_OPTS is a list of words
exec "$java" ${JAVA_OPTS:-} -jar "$jar" "$@"
