#!/bin/sh
# Builds the images of the present code by docker and loads them into a cluster of kind:
#   kind-load.sh CLUSTER TAG
# Behind a proxy with a certificate of its own, npm inside the build needs it as well: name its file, by
# an absolute path, in NODE_EXTRA_CA_CERTS.
set -eu

cd "$(dirname "$0")/.."
for component in api operator runner; do
  docker build ${NODE_EXTRA_CA_CERTS:+--secret "id=ca,src=$NODE_EXTRA_CA_CERTS"} \
    --target "$component" --tag "millrace-$component:$2" .
  kind load docker-image --name "$1" "millrace-$component:$2"
done
