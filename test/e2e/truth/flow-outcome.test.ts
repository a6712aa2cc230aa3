import { eventually } from '../support/eventually.ts';
import { expectOutcome } from '../support/expect-outcome.ts';
import { longFlow, mistakenFlow, quickFlow } from '../support/flows.ts';
import { tracesOf } from '../support/objects.ts';
import { podsAreGone } from '../support/pods-are-gone.ts';
import { openStand, type Stand } from '../support/stand.ts';

/** After its start: its pod must come first. */
const ENDS_WITHIN_MS = 60_000;
const COMPLETE = 'jsonpath={.items[*].status.succeeded}';

let stand: Stand;

beforeAll(async () => {
  stand = await openStand();
});

afterAll(async () => {
  await stand.close();
});

describe('a run', () => {
  it.each(['polars', 'pandas'])('that goes well on %s', async (engine) => {
    const { service, kubernetes, objects } = stand;
    const run = await service.runToEnd(await quickFlow(service), { engine });
    expect(run).toMatchObject({ status: 'success', error_message: null });
    expect(await service.output(run.id, 'out')).toBe('n\n2\n3\n');
    expect(await tracesOf(objects, run.id)).toEqual({ claims: 1, results: 1, outputs: 1 });
    await eventually(
      'its Job to be complete, and there to be looked at',
      () => kubernetes.kubectl('get', 'jobs', '-l', `millrace.dev/run=${run.id}`, '-o', COMPLETE),
      (count) => count === '1',
    );
  });

  it('with a mistake in its data fails with the sentence of the node, at the first attempt', async () => {
    const { service } = stand;
    const id = await service.start(await mistakenFlow(service));
    await expectOutcome(stand, id, {
      status: 'failed',
      sentence:
        'castDtypes (step0): Column "t", row 2 of the input: The text "two" cannot be read as a 64-bit integer. Correct it, or let such values become null: try_cast in expressions, errors "coerce" in castDtypes.',
      attempts: 1,
      claims: 1,
      results: 1,
      withinMs: ENDS_WITHIN_MS,
    });
  });

  it('that takes longer than its limit is stopped then', async () => {
    const { service, objects } = stand;
    const id = await service.start(await longFlow(service, 16_000), {
      timeout_seconds: 2,
      resources: { memory: '1Gi' },
    });
    await expectOutcome(stand, id, {
      status: 'failed',
      sentence: 'The run took longer than its limit of 2 seconds and was stopped.',
      attempts: 1,
      claims: 1,
      results: 0,
      withinMs: ENDS_WITHIN_MS,
    });
    await podsAreGone(stand, id);
    expect(await tracesOf(objects, id)).toEqual({ claims: 1, results: 0, outputs: 0 });
  });
});
