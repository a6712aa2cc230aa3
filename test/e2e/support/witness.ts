import { createHash } from 'node:crypto';
import type { Kubernetes } from './kubernetes.ts';
import { startPod } from './reachability.ts';

/** A pod with a REST API that knows a key, and with a collector of traces. */
export interface Witness {
  /** Its origin for other pods. `/rows` needs the key, `/repeated` answers with what it was sent, which is no JSON. */
  readonly url: string;
  /** All traces that it has received, as they were sent. */
  traces(): Promise<string>;
  remove(): Promise<void>;
}

const NAME = 'witness';
const PORT = 8080;

// Runs inside the pod, whose specification has the hash of the key and not the key.
const PROGRAM = `
const { createHash } = require('node:crypto');
const { text } = require('node:stream/consumers');
const isKey = (key) => createHash('sha256').update(String(key)).digest('hex') === process.argv[1];
const traces = [];
const answers = {
  '/v1/traces': ({ body }) => (traces.push(body), [200, '{}']),
  '/traces': () => [200, traces.join('\\n') + '\\n'],
  '/rows': ({ headers }) => (isKey(headers['x-api-key']) ? [200, '[{"a":7}]'] : [401, '{}']),
  '/repeated': ({ headers }) => [200, 'no JSON: ' + JSON.stringify(headers)],
};
require('node:http').createServer(async (request, response) => {
  const body = await text(request);
  const answerOf = answers[request.url.split('?')[0]] ?? (() => [404, '{}']);
  const [status, answer] = answerOf({ headers: request.headers, body });
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(answer);
}).listen(${PORT});
process.on('SIGTERM', () => process.exit());
`;

/** Starts the pod, and waits until it is ready. @param key the value of the header `X-API-Key` */
export async function startWitness(
  kubernetes: Kubernetes,
  { namespace, key }: { readonly namespace: string; readonly key: string },
): Promise<Witness> {
  const field = ['-o', 'jsonpath={.spec.template.spec.containers[0].image}'];
  const image = await kubernetes.kubectl('get', 'deployment/millrace-operator', ...field);
  const hash = createHash('sha256').update(key).digest('hex');
  await startPod(kubernetes, { namespace, pod: NAME }, image, [PROGRAM, hash]);
  const ip = await kubernetes.kubectl('get', `pod/${NAME}`, '-o', 'jsonpath={.status.podIP}');
  const [pod] = await kubernetes.pods(`run=${NAME}`);
  return {
    url: `http://${ip}:${PORT}`,
    traces: () => kubernetes.ask(pod!, PORT, 'traces'),
    remove: () => kubernetes.deletePod(NAME, 1),
  };
}
