import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { objectKeys } from '../../../runner/domain/object-keys.ts';
import { INTERRUPTED_MESSAGE } from '../../../runner/domain/run-status.ts';
import { ChaosApi, type SeenRun } from '../chaos/api.ts';
import { Clients } from '../chaos/clients.ts';
import { killParts, type Kill } from '../chaos/killer.ts';
import { logChaos } from '../chaos/log.ts';
import { saveOrderFlow } from '../chaos/orders.ts';
import { chaosSeed, oneOf, randomFrom } from '../chaos/seed.ts';
import { judge } from '../chaos/verdict.ts';
import { listLeftovers } from './leftovers.ts';
import { SupervisedService } from './supervised-service.ts';
import { removeDataFolder } from '../../support/remove-data-folder.ts';

const PARTS = ['api', 'postgres', 'runner'] as const;
type Part = (typeof PARTS)[number];

const RUNS = 300;
/** The minimum number of kills of each part that hit a run. */
const HITS = 5;
const CLIENTS = 6;
/** Rows for about half a second of work, some for two and a few for five. */
const ROWS = [4000, 4000, 4000, 4000, 4000, 4000, 6000, 6000, 10_000] as const;
const ASKED_FOR_MS = 600_000;
const STUCK_AFTER_MS = 60_000;

const RUNNER_KILLED = 'The runner process was killed';

const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-chaos-'));
const seed = chaosSeed();
const service = await SupervisedService.start(folder);

afterAll(async () => {
  await service.stop();
  await removeDataFolder(folder);
});

/** The kills that explain a failed run: of a part that its message names, while the run was active. */
function causesOf(run: SeenRun, kills: readonly Kill<Part>[]): readonly Kill<Part>[] {
  const message = run.error_message ?? '';
  const [created = 0, ended = 0] = [run.created_at, run.finished_at ?? ''].map(Date.parse);
  return kills
    .filter(({ part }) =>
      part === 'runner' ? message.startsWith(RUNNER_KILLED) : message === INTERRUPTED_MESSAGE,
    )
    .filter(({ from, to }) => to >= created && from <= ended);
}

/** A run fails only when its runner or service was killed; one without a runner is executed later. */
function problemOf(run: SeenRun, kills: readonly Kill<Part>[]): string | null {
  if (run.status === 'success') return null;
  if (run.status !== 'failed') return `it is ${run.status}`;
  if (causesOf(run, kills).length === 0) return `nothing explains "${run.error_message}"`;
  const claim = path.join(folder, 'objects', objectKeys.runClaim(run.id, 1));
  return existsSync(claim) ? null : `no runner had begun it: "${run.error_message}"`;
}

it('the service loses, duplicates, falsifies and orphans no run while API, PostgreSQL and runners are killed', async () => {
  logChaos(`MILLRACE_CHAOS_SEED=${seed}, service in ${folder}`);
  const random = randomFrom(seed);
  const api = new ChaosApi(service.url);
  await service.ready();
  const flow = await saveOrderFlow(api, Math.max(...ROWS));
  const chance = randomFrom(seed + 1);
  const clients = new Clients({ api, flow, clients: CLIENTS, nextRows: () => oneOf(ROWS, chance) });
  const over = new AbortController();
  const killing = killParts<Part>(
    {
      parts: {
        api: () => service.kill(),
        postgres: () => service.killPostgres(),
        runner: () => service.killRunner((pids) => oneOf(pids, random)),
      },
      random,
      ended: () => clients.ended,
    },
    over.signal,
  );
  const deadline = performance.now() + ASKED_FOR_MS;
  while (clients.ended < RUNS && performance.now() < deadline) await delay(100);
  over.abort();
  const kills = await killing;
  await clients.stop(STUCK_AFTER_MS);
  const { verdict, runs } = await judge({
    api,
    flow,
    clients,
    stuckAfterMs: STUCK_AFTER_MS,
    problemOf: (run) => problemOf(run, kills),
  });
  const blamed = new Set(runs.flatMap((run) => causesOf(run, kills)));
  const hits = Object.groupBy(blamed, ({ part }) => part);
  const count = (part: Part): number => hits[part]?.length ?? 0;
  logChaos(
    `${runs.length} runs, ${kills.length} kills; hit: API ${count('api')}, PostgreSQL ${count('postgres')}, runner ${count('runner')}`,
  );
  const code = await service.stop();
  expect({ ...verdict, orphaned: await listLeftovers(folder), code }).toEqual({
    lost: [],
    doubled: [],
    wrong: [],
    stuck: [],
    orphaned: [],
    code: 0,
  });
  expect(runs.length).toBeGreaterThanOrEqual(RUNS);
  for (const part of PARTS) expect(count(part)).toBeGreaterThanOrEqual(HITS);
});
