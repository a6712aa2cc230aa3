// `npm run cluster`: a real Kubernetes on this machine, left running until `npm run cluster:down`.
import { startCluster } from './cluster.ts';
import { clusterTools } from './tools.ts';

console.log('Building what is not in the cache yet (minutes the first time) …');
const tools = await clusterTools();
if (tools === null) throw new Error('The cluster is built by Go: install Go 1.25 or newer.');
const started = performance.now();
const cluster = await startCluster({ tools });
console.log(`Kubernetes is ready after ${((performance.now() - started) / 1000).toFixed(1)} s.`);
console.log(`export KUBECONFIG=${cluster.kubeconfig}`);
