import { setTimeout as delay } from 'node:timers/promises';
import { compactEtcd } from '../../cluster/compact.ts';
import { killPart } from '../../cluster/restart.ts';
import { restartWith, untilReady, untilServing } from '../support/component.ts';
import { refuseConnections, restoreConnections } from '../support/connections.ts';
import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { openStand, type Stand } from '../support/stand.ts';
import { runWatchers } from '../support/watchers.ts';

const OUTAGE_MS = 20_000;

let stand: Stand;
let quick: string;

beforeAll(async () => {
  stand = await openStand();
  quick = await quickFlow(stand.service);
});

afterEach(async () => {
  await apiServerAnswers();
  await untilReady(stand.kubernetes, 'operator', 1);
  await untilServing(stand.kubernetes, 2);
});

afterAll(async () => {
  await restartOperator('OPERATOR_LEADER_ELECTION-');
  await stand.close();
});

async function apiServerAnswers(): Promise<void> {
  await eventually(
    'the API server to answer',
    () => stand.kubernetes.kubectl('get', '--raw', '/readyz'),
    (answer) => answer === 'ok',
  );
}

async function restartOperator(variable: string): Promise<void> {
  await restartWith(stand.kubernetes, 'operator', { replicas: 1, variables: [variable] });
  await untilReady(stand.kubernetes, 'operator', 1);
}

/** Kills the API server and starts another. */
async function restartApiServer(meanwhile: () => void = () => undefined): Promise<void> {
  const startAgain = await killPart('kube-apiserver');
  try {
    meanwhile();
  } finally {
    startAgain();
  }
  await apiServerAnswers();
}

describe('each run is executed once', () => {
  it('when the API server is away for twenty seconds', async () => {
    const long = await longFlow(stand.service, 12_000);
    const runs = [await stand.service.start(long), ...(await startMany(stand, quick, 2))];
    await stand.service.started(runs[0]!);
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

  it('when etcd has compacted changes that the watches missed', async () => {
    const { kubernetes } = stand;
    const runs = await startMany(stand, quick, 1);
    await expectEachOnce(stand, runs);
    // An operator that loses its Lease ends, and its successor lists in any case.
    await restartOperator('OPERATOR_LEADER_ELECTION=false');
    const watchers = await runWatchers(kubernetes);
    const before = await Promise.all(watchers.map((watcher) => watcher.relists()));
    for (const { component, pod } of watchers) refuseConnections(component, pod);
    await restartApiServer();
    await kubernetes.kubectl('annotate', 'run.millrace.dev', runs[0]!, 'unseen=true');
    // The first API server remembers the change in its watch cache.
    await restartApiServer(compactEtcd);
    for (const { component, pod } of watchers) restoreConnections(component, pod);
    await eventually(
      'operator and API to list all Runs again',
      () => Promise.all(watchers.map((watcher) => watcher.relists())),
      (now) => now.every((count, index) => count > before[index]!),
    );
    await expectEachOnce(stand, await startMany(stand, quick, 3));
  });
});
