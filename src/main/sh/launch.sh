# shellcheck shell=bash
# For scripts in the folder $home, to be sourced: finds the JDK and builds the jar when a source is
# newer; an unpacked release has no pom.xml, and is never built. Leaves $java, $jdk and $jar; ends the
# script, after one line, with 2 for a JDK that will not do. $measures is empty if the command only
# answers a question.

case "$home" in
  *:*)
    echo "the folder of this module must have no ':' in its path, which Java's class path is cut at, got '$home'" >&2
    exit 2
    ;;
esac

# A JVM takes what the hard limit allows, and opens each library of the class path.
files=$(ulimit -Hn)
if [ "$files" != unlimited ] && [ "$files" -lt 1024 ]; then
  echo "the limit of open files (ulimit -n) must be at least 1024, got '$files'" >&2
  exit 2
fi

java=java
if [ -n "${JAVA_HOME:-}" ]; then java="$JAVA_HOME/bin/java"; fi

if ! command -v "$java" >/dev/null; then
  echo "JDK must be 17 or later and on the PATH or in JAVA_HOME, got no '$java'" >&2
  exit 2
fi
# A JDK says its version in a file as well, which is a tenth of a second faster.
jdk=$(dirname -- "$(dirname -- "$(readlink -f -- "$(command -v -- "$java")")")")
version=$(sed -n 's/^JAVA_VERSION="\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' "$jdk/release" 2>/dev/null || true)
if [ -z "$version" ]; then
  if ! told=$("$java" -version 2>&1); then
    echo "JDK must start, got from '$java -version': $(head -n 1 <<<"$told")" >&2
    exit 2
  fi
  version=$(sed -n 's/.* version "\(1\.\)\{0,1\}\([0-9]*\).*/\2/p' <<<"$told" | head -n 1)
fi
if [ "${version:-0}" -lt 17 ]; then
  echo "JDK must be 17 or later, got '${version:-unknown}' ($java)" >&2
  exit 2
fi

# Java reads the names of files by the locale, and in a shell without one knows ASCII alone.
if [ "$(locale charmap 2>/dev/null)" != UTF-8 ]; then
  export LC_ALL=C.UTF-8
fi

# A build would disturb what measures, and under a run of this checkout the next fork would be another
# program. So what measures nothing takes the jar as it is, and what measures has to wait.
# Java's locks are those of fcntl, which flock(1) does not see: this asks the kernel.
locked() { # whether a process holds one of these locks
  local lock
  for lock in "$@"; do
    if [ -e "$lock" ] && grep -q ":$(stat -c %i "$lock") " /proc/locks; then return 0; fi
  done
  return 1
} 2>/dev/null

outdated() {
  [ -f "$home/pom.xml" ] && { [ ! -f "$jar" ] ||
    [ -n "$(find "$home/pom.xml" "$home/src/main" "$home/src/jetty10" -newer "$jar" -print -quit 2>/dev/null)" ]; }
}

jar="$home/target/benchmarks.jar"
if outdated; then
  build=yes
  wait=
  if locked "$home"/target/streambench/run-*.lock; then
    wait="a run of this checkout measures"
  elif locked /tmp/streambench.lock /tmp/jmh.lock; then
    wait="another run measures on this machine"
    case " ${JAVA_OPTS:-} " in *" -Djmh.ignoreLock=true "*) wait= ;; esac
  fi
  place=$home/target
  [ -e "$place" ] || place=$home
  if [ ! -w "$place" ]; then
    if [ ! -f "$jar" ]; then
      echo "target/benchmarks.jar must be built first by a user who can write to '$place': ./mvnw -q package -DskipTests" >&2
      exit 2
    fi
    echo "warning: a source is newer than target/benchmarks.jar, which is used as it is: no permission to write to '$place'" >&2
    build=
  elif [ -n "$wait" ] && [ -n "${measures:-}" ]; then
    echo "a newer source must be built first: wait, $wait" >&2
    exit 2
  elif [ -n "$wait" ] && [ -f "$jar" ]; then
    echo "warning: a source is newer than target/benchmarks.jar, which is used as it is: $wait" >&2
    build=
  fi
  if [ -n "$build" ]; then
    echo "building $jar ..." >&2
    (cd "$home" && nice ./mvnw -q -B -DskipTests -Dprograms.only=true package) >&2 || {
      echo "the build failed, see above" >&2
      exit 1
    }
  fi
fi
