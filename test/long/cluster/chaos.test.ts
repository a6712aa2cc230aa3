import { setTimeout as delay } from 'node:timers/promises';
import { restartWith, untilReady, untilServing } from '../../e2e/support/component.ts';
import { tracesOf } from '../../e2e/support/objects.ts';
import { openStand, type Stand } from '../../e2e/support/stand.ts';
import { ChaosApi, type SeenRun } from '../chaos/api.ts';
import { Clients } from '../chaos/clients.ts';
import { killParts, type Kill } from '../chaos/killer.ts';
import { logChaos } from '../chaos/log.ts';
import { saveOrderFlow } from '../chaos/orders.ts';
import { chaosSeed, oneOf, randomFrom } from '../chaos/seed.ts';
import { judge } from '../chaos/verdict.ts';
import { PartKiller, PARTS, type Part } from './part-killer.ts';
import { listLeftovers } from './leftovers.ts';

const RUNS = 150;
/** The minimum number of kills of each part. */
const KILLS = 3;
/** The minimum number of running attempts that kills ended. */
const HITS = 5;
const CLIENTS = 6;
const MAX_ORDERS_BETWEEN_KILLS = 5;
/** Rows for two to five seconds of work on a CPU. */
const ROWS = [8000, 10_000, 12_000] as const;
const ATTEMPTS = 3;
const REPLICAS = 2;
const ASKED_FOR_MS = 2_400_000;
const STUCK_AFTER_MS = 180_000;
/** Retention of finished Runs: short, so that the test sees their deletion. */
const KEPT_SECONDS = 20;
const GONE_WITHIN_MS = 300_000;

const seed = chaosSeed();
let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
  const variables = ['DONE', 'FAILED'].map(
    (end) => `OPERATOR_RETENTION_${end}_SECONDS=${KEPT_SECONDS}`,
  );
  await restartWith(stand.kubernetes, 'operator', { replicas: REPLICAS, variables });
  await untilReady(stand.kubernetes, 'operator', REPLICAS);
  await untilServing(stand.kubernetes, REPLICAS);
});

afterAll(async () => {
  await stand.close();
});

/** A run succeeds unless each attempt was killed, and has one attempt more than kills at most. */
async function problemOf(run: SeenRun, kills: number): Promise<string | null> {
  const { claims, results } = await tracesOf(stand.objects, run.id);
  if (claims > kills + 1) return `${claims} attempts were begun, ${kills} were killed`;
  if (run.status === 'success')
    return results >= 1 && results <= claims ? null : `${results} results of ${claims} attempts`;
  if (run.status !== 'failed') return `it is ${run.status}`;
  if (kills < ATTEMPTS) return `${kills} kills do not explain "${run.error_message}"`;
  const gaveUp = `Attempt ${ATTEMPTS} of ${ATTEMPTS} was lost: `;
  return run.error_message?.startsWith(gaveUp) === true ? null : `it says "${run.error_message}"`;
}

function countOf(kills: readonly Kill<Part>[]): Readonly<Record<Part, number>> {
  const count = (part: Part): number => kills.filter((kill) => kill.part === part).length;
  return Object.fromEntries(PARTS.map((part) => [part, count(part)])) as Record<Part, number>;
}

it('an installation loses, duplicates, falsifies and orphans no run while each of its parts is killed', async () => {
  logChaos(`MILLRACE_CHAOS_SEED=${seed}, service at ${stand.place.api}`);
  const random = randomFrom(seed);
  const chance = randomFrom(seed + 1);
  const api = new ChaosApi(stand.place.api);
  const flow = await saveOrderFlow(api, Math.max(...ROWS));
  const parts = new PartKiller(stand, random);
  const clients = new Clients({ api, flow, clients: CLIENTS, nextRows: () => oneOf(ROWS, chance) });
  const over = new AbortController();
  const ended = (): number => clients.ended;
  const options = { parts: parts.kills, random, ended, maxOrders: MAX_ORDERS_BETWEEN_KILLS };
  const killing = killParts<Part>(options, over.signal);
  const deadline = performance.now() + ASKED_FOR_MS;
  while (clients.ended < RUNS && performance.now() < deadline) await delay(100);
  over.abort();
  const kills = countOf(await killing);
  await clients.stop(STUCK_AFTER_MS);
  await untilServing(stand.kubernetes, REPLICAS);
  const { verdict, runs } = await judge({
    api,
    flow,
    clients,
    stuckAfterMs: STUCK_AFTER_MS,
    problemOf: (run) => problemOf(run, parts.runnerKillsOf(run.id)),
  });
  const claims = await Promise.all(runs.map(({ id }) => tracesOf(stand.objects, id)));
  const hits = claims.reduce((sum, { claims: begun }) => sum + Math.max(0, begun - 1), 0);
  logChaos(`${runs.length} runs, kills: ${JSON.stringify(kills)}, attempts that were hit: ${hits}`);
  const orphaned = await listLeftovers(stand, GONE_WITHIN_MS);
  expect({ ...verdict, orphaned }).toEqual({
    lost: [],
    doubled: [],
    wrong: [],
    stuck: [],
    orphaned: [],
  });
  expect(runs.length).toBeGreaterThanOrEqual(RUNS);
  expect(hits).toBeGreaterThanOrEqual(HITS);
  for (const part of PARTS) expect(kills[part]).toBeGreaterThanOrEqual(KILLS);
});
