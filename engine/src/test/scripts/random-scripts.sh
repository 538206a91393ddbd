#!/bin/sh
# Random jobs and streams against the naive model, in runs short enough to be watched and repeated.
#   random-scripts.sh [HOW MANY] [FIRST SEED]
# Half of them have the default trigger, half triggers and late policies of their own. Ends at the
# first run that finds a difference; its output names the seed, and how to run it alone.
set -eu
count=${1:-1000000}
from=${2:-0}
chunk=25000
mvn=${MVN:-mvn}
root=$(cd "$(dirname "$0")/../../../.." && pwd)
end=$((from + count / 2))
while [ "$from" -lt "$end" ]; do
  n=$((end - from < chunk ? end - from : chunk))
  echo "seeds $from to $((from + n - 1))"
  (cd "$root" && $mvn -q -pl engine test -Dspotless.check.skip -Dtidemark.seed="$from" \
    -Dtest='DifferentialTest#shouldGiveWhatTheOracleSays,TriggerDifferentialTest#shouldGiveWhatTheOracleSays' \
    -Dtidemark.scripts="$n" -Dtidemark.triggers="$n")
  from=$((from + n))
done
echo "$count scripts, no difference"
