#!/bin/sh
# Builds the images from the current sources with Docker and loads them into a kind cluster:
#   kind-load.sh CLUSTER TAG
# Behind a proxy with a private certificate authority, set NODE_EXTRA_CA_CERTS to the absolute path of
# its certificate: npm needs it inside the build.
set -eu

cd "$(dirname "$0")/.."
for component in api operator runner; do
  docker build ${NODE_EXTRA_CA_CERTS:+--secret "id=ca,src=$NODE_EXTRA_CA_CERTS"} \
    --target "$component" --tag "millrace-$component:$2" .
  kind load docker-image --name "$1" "millrace-$component:$2"
done
