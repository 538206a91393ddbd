#!/bin/sh
# A journal on a disk that fills up: on a tmpfs and on an ext4 image of 64 MB each, mounted for the
# time of the run. Needs root; compiles what it needs.
# The JVM must live, refuse records before the disk is full, keep all it took readable, and go on
# when there is room again: see FillDisk.
set -eu

module=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
mount_point=$work/disk
mkdir "$mount_point"

cleanup() {
  if mountpoint -q "$mount_point"; then umount "$mount_point"; fi
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' HUP INT TERM

# Together with test-compile, so that the engine is this project's and not one that was installed.
(cd "$module/../.." && mvn -q -pl io/journal -am test-compile dependency:build-classpath \
  -Dmdep.includeScope=test -Dmdep.outputFile="$work/classpath")
classpath=$module/target/test-classes:$module/target/classes:$(cat "$work/classpath")

fill() {
  echo "== $1"
  java "@$module/../../conf/jvm.args" -cp "$classpath" io.tidemark.journal.FillDisk "$mount_point"
}

mount -t tmpfs -o size=64m tmpfs "$mount_point"
fill tmpfs
umount "$mount_point"

truncate -s 64M "$work/image"
mkfs.ext4 -q -m 0 "$work/image"
mount -o loop "$work/image" "$mount_point"
fill ext4
umount "$mount_point"
