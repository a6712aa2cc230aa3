import { NAMESPACE } from './network.ts';
import { sh } from './shell.ts';

const ETCD = 'http://127.0.0.1:2379';

// Runs inside the cluster's network namespace: etcd listens nowhere else.
const SCRIPT = `
const post = async (path, body) => {
  const answer = await fetch('${ETCD}/v3/kv/' + path, { method: 'POST', body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(path + ': ' + (await answer.text()));
  return await answer.json();
};
const { header } = await post('range', { key: 'AA==' });
await post('compaction', { revision: header.revision, physical: true });
`;

/** Compacts etcd to the present revision: watches from older ones expire. */
export function compactEtcd(): void {
  const inside = ['nsenter', `--net=/run/netns/${NAMESPACE}`] as const;
  sh(...inside, process.execPath, '--input-type=module', '--eval', SCRIPT);
}
