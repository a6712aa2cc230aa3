import { eventually } from '../support/eventually.ts';
import { expectOutcome } from '../support/expect-outcome.ts';
import { longFlow, mistakenFlow, quickFlow } from '../support/flows.ts';
import { tracesOf } from '../support/objects.ts';
import { podsAreGone } from '../support/pods-are-gone.ts';
import { openStand, type Stand } from '../support/stand.ts';

/** From the request on, the start of the pod included. */
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
  it.each(['polars', 'pandas'])('succeeds on %s', async (engine) => {
    const { service, kubernetes, objects } = stand;
    const run = await service.runToEnd(await quickFlow(service), { engine });
    expect(run).toMatchObject({ status: 'success', error_message: null });
    expect(await service.output(run.id, 'out')).toBe('n\n2\n3\n');
    expect(await tracesOf(objects, run.id)).toEqual({ claims: 1, results: 1, outputs: 1 });
    await eventually(
      'its complete Job',
      () => kubernetes.kubectl('get', 'jobs', '-l', `millrace.dev/run=${run.id}`, '-o', COMPLETE),
      (count) => count === '1',
    );
  });

  it('fails at its first attempt with the message of the node when a value is invalid', async () => {
    const { service } = stand;
    const id = await service.start(await mistakenFlow(service));
    await expectOutcome(stand, id, {
      status: 'failed',
      sentence:
        'castDtypes (step0): Column "t", row 2 of the input: The text "two" cannot be read as a 64-bit integer. Correct it, or set "errors" to "coerce", which makes such values null.',
      attempts: 1,
      claims: 1,
      results: 1,
      withinMs: ENDS_WITHIN_MS,
    });
  });

  it('is stopped when it exceeds its time limit', async () => {
    const { service, objects } = stand;
    // The limit counts from the start of the container, and Node may need seconds of it on a busy machine.
    const id = await service.start(await longFlow(service, 50_000), {
      timeout_seconds: 15,
      resources: { memory: '1Gi' },
    });
    await expectOutcome(stand, id, {
      status: 'failed',
      sentence: 'The run took longer than its limit of 15 seconds and was stopped.',
      attempts: 1,
      claims: 1,
      results: 0,
      withinMs: ENDS_WITHIN_MS,
    });
    await podsAreGone(stand, id);
    expect(await tracesOf(objects, id)).toEqual({ claims: 1, results: 0, outputs: 0 });
  });
});
