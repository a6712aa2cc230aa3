import { WARM_UP_GRAPH } from '../../../runner/domain/warm-up-flow.ts';
import { startTestApp } from '../../../test/support/app.ts';
import { warmUpExport } from './warm-up.ts';

it('the built-in flow of the warm-up is written as Python', async () => {
  await expect(warmUpExport()).resolves.toBeUndefined();
});

it('the built-in flow of the warm-up lacks nothing but its dataset', async () => {
  const app = await startTestApp({});
  try {
    const body = { graph_json: WARM_UP_GRAPH };
    const { body: answer } = await app.call('POST', '/api/flows/validate', body);
    expect(answer).toMatchObject({
      problems: [{ node_id: 'in', message: expect.stringMatching(/dataset/i) as string }],
    });
  } finally {
    await app.close();
  }
});
