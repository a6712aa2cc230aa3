import { setTimeout as delay } from 'node:timers/promises';
import { compactEtcd } from '../../cluster/compact.ts';
import { killPart } from '../../cluster/restart.ts';
import { podsOf, restartWith, untilReady, untilServing } from '../support/component.ts';
import { cutConnections, mendConnections } from '../support/connections.ts';
import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import type { Pod } from '../support/kubernetes.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { openStand, type Stand } from '../support/stand.ts';

const OUTAGE_MS = 20_000;
/** A watch gives up after 100 s of silence; then it may have to wait between tries. */
const SILENCE_NOTICED_MS = 200_000;
const WATCHERS = [
  { component: 'operator', port: 8080, relists: 'millrace_watch_relists_total{resource="runs"}' },
  { component: 'api', port: 8055, relists: 'millrace_run_watch_relists_total' },
] as const;

let stand: Stand;
let quick: string;
let long: string;

beforeAll(async () => {
  stand = await openStand();
  quick = await quickFlow(stand.service);
  long = await longFlow(stand.service, 12_000);
});

afterEach(async () => {
  await apiServerAnswers();
  const variables = ['OPERATOR_LEADER_ELECTION-'];
  await restartWith(stand.kubernetes, 'operator', { replicas: 1, variables });
  await untilReady(stand.kubernetes, 'operator', 1);
  await untilServing(stand.kubernetes, 2);
});

afterAll(async () => {
  await stand.close();
});

async function apiServerAnswers(): Promise<void> {
  await eventually(
    'the API server to answer',
    () => stand.kubernetes.kubectl('get', '--raw', '/readyz'),
    (answer) => answer === 'ok',
  );
}

interface Watcher {
  readonly pod: Pod;
  readonly component: 'operator' | 'api';
  /** How often it has listed all Runs. */
  relists(): Promise<number>;
}

/** The pods that watch Runs. */
async function watchers(): Promise<readonly Watcher[]> {
  const { kubernetes } = stand;
  const all = WATCHERS.map(async ({ component, port, relists }) => {
    const pods = await podsOf(kubernetes, component);
    return pods.map((pod) => ({
      pod,
      component,
      relists: async () => valueOf(relists, await kubernetes.ask(pod, port, 'metrics')),
    }));
  });
  return (await Promise.all(all)).flat();
}

function valueOf(name: string, metrics: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

describe('no run is lost, doubled or wrongly judged', () => {
  it('when the API server is killed for twenty seconds', async () => {
    const runs = [await stand.service.start(long), ...(await startMany(stand, quick, 2))];
    await stand.service.begun(runs[0]!);
    const startAgain = await killPart('kube-apiserver');
    try {
      runs.push(...(await startMany(stand, quick, 2)));
      await delay(OUTAGE_MS);
    } finally {
      startAgain();
    }
    await apiServerAnswers();
    await expectEachOnce(stand, runs);
  });

  it('when the connections of operator and API carry nothing any more, without a word', async () => {
    const runs = [await stand.service.start(long)];
    await stand.service.begun(runs[0]!);
    const all = await watchers();
    for (const { component, pod } of all) cutConnections(component, pod);
    runs.push(...(await startMany(stand, quick, 2)));
    await expectEachOnce(stand, runs);
    for (const { component, pod } of all) mendConnections(component, pod);
  });

  it('when etcd has forgotten what the watches have not seen', async () => {
    const { kubernetes } = stand;
    const runs = await startMany(stand, quick, 1);
    await expectEachOnce(stand, runs);
    const variables = ['OPERATOR_LEADER_ELECTION=false'];
    await restartWith(kubernetes, 'operator', { replicas: 1, variables });
    await untilReady(kubernetes, 'operator', 1);
    const all = await watchers();
    const before = await Promise.all(all.map((watcher) => watcher.relists()));
    for (const { component, pod } of all) cutConnections(component, pod);
    await kubernetes.kubectl('annotate', 'run.millrace.dev', runs[0]!, 'unseen=true');
    const startAgain = await killPart('kube-apiserver');
    compactEtcd();
    startAgain();
    await apiServerAnswers();
    await eventually(
      'operator and API to list anew',
      () => Promise.all(all.map((watcher) => watcher.relists())),
      (now) => now.every((count, index) => count > before[index]!),
      SILENCE_NOTICED_MS,
    );
    for (const { component, pod } of all) mendConnections(component, pod);
    await expectEachOnce(stand, await startMany(stand, quick, 3));
  });
});
