import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { chain, input, output } from '../../../test/support/contract-graphs.ts';
import { TRANSACTION } from '../../../prisma/client.ts';
import { until } from '../../../test/support/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A dataset with the versions 1 and 2. */
async function twoVersions(name: string): Promise<string> {
  const { body } = await app.upload('/api/datasets/upload', `${name}.csv`, 'a\n1\n');
  await app.upload('/api/datasets/upload', `${name}.csv`, 'a\n1\n2\n');
  return String(body.id);
}

/** @returns the id of the flow */
async function saveFlow(name: string, graph: object): Promise<string> {
  const { status, body } = await app.call('POST', '/api/flows', { name, graph_json: graph });
  expect(status).toBe(201);
  return String(body.id);
}

async function deleted(id: string, number: number): Promise<readonly unknown[]> {
  const { status, body } = await app.call('DELETE', `/api/datasets/${id}/versions/${number}`);
  return [status, body?.detail];
}

const refusedFor = (name: string): readonly unknown[] => [
  409,
  `The version is named by the flows "${name}", in an input node, the default of a parameter or the parameters of a schedule; let them read another one, or the latest`,
];

const version = (value: unknown, type = 'integer'): object => ({
  name: 'v',
  type,
  default: value,
});

describe('a version that a flow names by a parameter is not deleted', () => {
  it.each([
    ['an integer', version(1), '{{ v }}'],
    ['a text', version('1', 'string'), '{{v}}'],
  ])('when it is the default, %s', async (kind, parameter, text) => {
    const id = await twoVersions(`default ${kind}`);
    const node = input(id, { dataset_version: text });
    await saveFlow(kind, chain([node, output()], { parameters: [parameter] }));
    expect(await deleted(id, 1)).toEqual(refusedFor(kind));
    expect(await deleted(id, 2)).toEqual([204, undefined]);
  });

  it('when a parameter gives the dataset too', async () => {
    const id = await twoVersions('by parameter');
    const node = input('{{ d }}', { dataset_version: 1 });
    const parameters = [{ name: 'd', type: 'string', default: id }];
    await saveFlow('of any dataset', chain([node, output()], { parameters }));
    expect(await deleted(id, 1)).toEqual(refusedFor('of any dataset'));
    expect(await deleted(id, 2)).toEqual([204, undefined]);
  });

  it('when a schedule of the flow gives its number and the dataset', async () => {
    const id = await twoVersions('scheduled');
    const node = input('{{ d }}', { dataset_version: '{{ v }}' });
    const parameters = [version(2), { name: 'd', type: 'string', default: 'other' }];
    const flow = await saveFlow('of a schedule', chain([node, output()], { parameters }));
    const made = await app.call('POST', `/api/flows/${flow}/schedules`, {
      cron: '0 0 1 1 *',
      parameters: { d: id, v: 1 },
    });
    expect(made.status).toBe(201);
    expect(await deleted(id, 1)).toEqual(refusedFor('of a schedule'));
    expect(await deleted(id, 2)).toEqual([204, undefined]);
  });
});

it('a version that no input names by its number is deleted, whatever the parameters are', async () => {
  const id = await twoVersions('free');
  const nodes = [input(id, { dataset_version: '{{ w }}' }), output({ filename: '{{ v }}' })];
  const parameters = [version(1), { name: 'w', type: 'integer', default: 2 }];
  await saveFlow('names the second', chain(nodes, { parameters }));
  expect(await deleted(id, 1)).toEqual([204, undefined]);
});

it('a version is kept for a flow that is being saved when its deletion begins', async () => {
  const id = await twoVersions('raced');
  const flow = await saveFlow('raced', chain([input(id), output()]));
  const database = await app.openDatabase();
  const graphJson = JSON.stringify(chain([input(id, { dataset_version: 1 }), output()]));
  const answers: Promise<readonly unknown[]>[] = [];
  await database.$transaction(async (transaction) => {
    // As the store of flows writes it.
    await transaction.flow.update({ where: { id: flow }, data: { graphJson } });
    await transaction.flowInput.deleteMany({ where: { flowId: flow } });
    await transaction.flowInput.create({ data: { flowId: flow, datasetId: id } });
    answers.push(deleted(id, 1));
    await until(async () => {
      const waiting = await database.$queryRaw<unknown[]>`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return waiting.length > 0;
    });
  }, TRANSACTION);
  expect(await answers[0]).toEqual(refusedFor('raced'));
});
