import { useContractApp } from '../support/contract-app.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, node } from '../support/contract-graphs.ts';

const app = useContractApp();

it('logs what a script printed before its run reached the limit of time', async () => {
  const dataset = await idOf(app.upload('/api/datasets/upload', 'n.csv', 'n\n1\n'));
  const early = node(
    'jsTransform',
    { script: 'console.log("rows:", rows.length);\nreturn rows;' },
    'early',
  );
  const slow = node('jsTransform', { script: 'console.log("begun");\nfor (;;);' }, 'slow');
  const flow = await saveFlow(
    app,
    chain([input(dataset), early, slow, node('fileOutput', {}, 'out')]),
  );
  const { body } = await app.call('POST', `/api/flows/${flow}/runs`, { timeout_seconds: 8 });
  expect(body).toMatchObject({
    status: 'failed',
    error_message: 'The run took longer than its limit of 8 seconds and was stopped.',
    logs: expect.arrayContaining([
      { level: 'info', message: 'rows: 1', node_id: 'early' },
      { level: 'info', message: 'begun', node_id: 'slow' },
    ]) as unknown,
  });
});
