import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

/** What `kubectl get pods -o json` returns, as far as it says why a pod waits. */
const podList = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({
        containers: z.array(
          z.object({
            resources: z.object({ requests: z.record(z.string(), z.string()).default({}) }),
          }),
        ),
      }),
      status: z.object({
        conditions: z
          .array(
            z.object({
              type: z.string(),
              status: z.string(),
              reason: z.string().optional(),
              message: z.string().default(''),
            }),
          )
          .default([]),
      }),
    }),
  ),
});

/** Longer than pods of an installation before take to end. */
const PATIENCE_MS = 60_000;
const POLL_MS = 2_000;

/**
 * Which pods have no place on a node, what they request, and what the scheduler says.
 * @param json of `kubectl get pods -o json`
 * @returns null: every pod has a place
 */
export function lackOfPods(json: string): string | null {
  const waiting = podList.parse(JSON.parse(json)).items.flatMap(({ metadata, spec, status }) => {
    const refused = status.conditions.find(
      ({ type, status: holds, reason }) =>
        type === 'PodScheduled' && holds === 'False' && reason === 'Unschedulable',
    );
    if (refused === undefined) return [];
    const requests = spec.containers.flatMap(({ resources }) => {
      const { cpu = '0', memory = '0' } = resources.requests;
      return [`${cpu} CPU and ${memory} memory`];
    });
    return [`${metadata.name} requests ${requests.join(' and ')} (${refused.message})`];
  });
  if (waiting.length === 0) return null;
  return `The cluster has no place for ${waiting.join('; ')}. Stop what else runs there, or use a machine with more CPUs.`;
}

/**
 * Resolves only by its error: when pods had no place for a minute, long before an installation gives up.
 * @param readPods returns the JSON of the pods
 * @param signal ends the watch
 */
export async function failWhileUnschedulable(
  readPods: () => Promise<string>,
  signal: AbortSignal,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  let since: number | null = null;
  while (!signal.aborted) {
    const lack = await readPods().then(lackOfPods, () => null);
    if (lack === null) since = null;
    else since ??= performance.now();
    if (lack !== null && since !== null && performance.now() - since >= patienceMs) {
      throw new Error(lack);
    }
    await delay(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
