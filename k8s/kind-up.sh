#!/bin/sh
# Brings up Millrace on Kubernetes in Docker; needs docker, kind, kubectl and helm. Run again after a
# change, it brings that up. `kind delete cluster --name millrace` removes everything.
set -eu

cd "$(dirname "$0")/.."
tag="kind-$(date +%s)"

kind get clusters | grep -qx millrace || kind create cluster --config k8s/kind.yaml
k8s/kind-load.sh millrace "$tag"
helm upgrade --install millrace charts/millrace --kube-context kind-millrace \
  --namespace millrace --create-namespace --wait --timeout 10m \
  --set evaluation.enabled=true --set "images.tag=$tag"

echo 'Reach it at http://127.0.0.1:8055/docs by'
echo '  kubectl --context kind-millrace -n millrace port-forward service/millrace 8055:80'
echo 'and see its runs by'
echo '  kubectl --context kind-millrace -n millrace get runs'
