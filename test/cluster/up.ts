// `npm run cluster`: starts a Kubernetes on this machine and installs the chart. It runs until
// `npm run cluster:down`. With `-- --bare`: without the chart.
import { startCluster } from './cluster.ts';
import { installChart, loadImages, serviceUrl } from './release.ts';
import { lackForCluster } from './requirements.ts';
import { clusterTools } from './tools.ts';

const isBare = process.argv.includes('--bare');
const lack = lackForCluster();
if (lack !== null) throw new Error(lack);
say('Building the tools that are not in the cache (minutes the first time) …');
const tools = await clusterTools((name) => {
  say(`  ${name} …`);
});
if (tools === null) throw new Error('The cluster is built by Go: install Go 1.26 or newer.');
const started = performance.now();
const cluster = await startCluster({ tools });
say(`Kubernetes is ready after ${seconds()} s.`);
if (!isBare) {
  const images = await loadImages(cluster, say);
  say(`The images are loaded after ${seconds()} s.`);
  const release = { name: 'millrace', namespace: 'millrace' };
  const values = { evaluation: { enabled: true }, service: { type: 'NodePort' } };
  await installChart(cluster, tools, release, [images, values]);
  say(`The service is ready after ${seconds()} s.`);
  const url = serviceUrl(cluster, tools, { namespace: 'millrace', service: 'millrace' });
  say(`API=${url}/api`);
}
say(`export KUBECONFIG=${cluster.kubeconfig}`);

function say(line: string): void {
  console.log(line);
}

function seconds(): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}
