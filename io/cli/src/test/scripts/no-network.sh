#!/bin/sh
# The command with a journal while rows flow: no connection is opened and no name is looked up.
#   no-network.sh [SECONDS]    how long rows flow, 600 if left out
# Once watched by strace: no address of the Internet is used, no file read to look up a name. (A socket alone is nothing:
# the JVM makes one, and closes it, to see which kinds there are.) And once, for a tenth of the time, in a network namespace
# with nothing in it: that must not be missed. Where strace or unshare is missing, or may not be used, that half is skipped,
# and it says so.
set -eu

home=$(cd "$(dirname "$0")/../../../../.." && pwd)
seconds=${1:-600}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

cat >"$work/job.yaml" <<'YAML'
name: no-network
input:
  format: csv
  path: '-'
  timestamp: {field: ts, unit: ms}
  key: k
  types: {v: long}
watermarks: {strategy: bounded-out-of-orderness, bound: 1s, idleness: 10s}
windows:
  - name: w
    tumbling: {size: 10s}
    aggregates: {n: count, sum: sum(v)}
output:
  results: results.csv
  late: late.csv
  journal: journal
YAML

# Some 10,000 rows a second, one in 1,000 a minute late.
rows() {
  timeout "$1" awk 'BEGIN {
    print "ts,k,v"
    for (i = 0; ; i++) {
      print (i % 1000 == 999 ? i - 60000 : i) "," i % 10 ",1"
      if (i % 1000 == 0) { fflush(); system("sleep 0.1") }
    }
  }' || [ $? = 124 ]
}

run() {
  rm -rf "$work/journal" "$work"/*.csv
  rows "$1" | (shift && "$@" "$home/tidemark" run -q "$work/job.yaml")
  results=$(wc -l <"$work/results.csv")
  late=$(wc -l <"$work/late.csv")
  [ "$results" -gt 1 ] || { echo "no results"; exit 1; }
  echo "   $((results - 1)) results, $((late - 1)) late rows"
}

"$home/tidemark" --version # builds it, if that is due

if strace -f -qq -e trace=network -o /dev/null true 2>/dev/null; then
  echo "== $seconds s under strace"
  run "$seconds" strace -f -qq -e trace=network,open,openat -o "$work/calls"
  grep -q "$work/journal/" "$work/calls" || { echo "strace saw nothing of the journal"; exit 1; }
  if grep -E 'sa_family=AF_INET|/etc/resolv\.conf|/etc/hosts' "$work/calls"; then
    echo "that is the network"
    exit 1
  fi
  echo "   no connection, no name looked up"
else
  echo "== skipped: strace is missing or may not trace"
fi

if unshare -rn true 2>/dev/null; then
  short=$(((seconds + 9) / 10))
  echo "== $short s without a network"
  run "$short" unshare -rn
else
  echo "== skipped: no network namespace can be made"
fi
