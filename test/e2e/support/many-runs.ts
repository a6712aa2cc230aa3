import { tracesOf } from './objects.ts';
import type { Stand } from './stand.ts';

const ENDS_WITHIN_MS = 150_000;

/** Starts so many runs of a flow. @returns their ids */
export async function startMany(
  { service }: Stand,
  flow: string,
  count: number,
): Promise<string[]> {
  return await Promise.all(Array.from({ length: count }, () => service.start(flow)));
}

/** Expects that each run succeeds at its first attempt and writes its one output once. */
export async function expectEachOnce(stand: Stand, runs: readonly string[]): Promise<void> {
  for (const id of runs) {
    const { status, error_message } = await stand.service.finished(id, ENDS_WITHIN_MS);
    expect({ id, status, error_message }).toEqual({ id, status: 'success', error_message: null });
    expect((await stand.kubernetes.run(id))?.status).toMatchObject({
      attempt: 1,
      phase: 'success',
    });
    expect(await tracesOf(stand.objects, id)).toEqual({ claims: 1, results: 1, outputs: 1 });
  }
}
