#!/bin/sh
# Builds the images of the present code by docker and loads them into a cluster of kind:
#   kind-load.sh CLUSTER TAG
set -eu

cd "$(dirname "$0")/.."
for component in api operator runner; do
  docker build --target "$component" --tag "millrace-$component:$2" .
  kind load docker-image --name "$1" "millrace-$component:$2"
done
