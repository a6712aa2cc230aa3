#!/bin/sh
# Installs or upgrades Millrace on a kind cluster, which it creates if needed. Requires docker, kind,
# kubectl and helm. `kind delete cluster --name millrace` removes everything.
set -eu

cd "$(dirname "$0")/.."
tag="kind-$(date +%s)"

kind get clusters | grep -qx millrace || kind create cluster --config k8s/kind.yaml
k8s/kind-load.sh millrace "$tag"
helm upgrade --install millrace charts/millrace --kube-context kind-millrace \
  --namespace millrace --create-namespace --wait --timeout 10m \
  --set evaluation.enabled=true --set "images.tag=$tag"

echo 'To open http://127.0.0.1:8055/docs, run'
echo '  kubectl --context kind-millrace -n millrace port-forward service/millrace 8055:80'
echo 'To list runs, run'
echo '  kubectl --context kind-millrace -n millrace get runs'
