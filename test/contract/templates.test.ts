import { readFileSync } from 'node:fs';
import { PUBLIC_COLUMNS } from '../../api/features/templates/public-columns.ts';
import { readTemplates, templateFile } from '../../api/features/templates/templates.ts';
import { ENGINES } from '../../runner/domain/engine.ts';
import { useContractApp } from '../support/contract-app.ts';

const app = useContractApp();
const templates = readTemplates();
/** The template that shows how a run fails. */
const FAILING = 'budgets-that-fail';

async function openedFlow(id: string): Promise<string> {
  const { status, body } = await app.call('POST', `/api/templates/${id}/open`, {});
  expect(status).toBe(201);
  return body.id as string;
}

describe('templates', () => {
  it('are listed by id with what they read', async () => {
    const { body } = await app.call('GET', '/api/templates');
    const listed = body as unknown as { id: string; datasets: string[] }[];
    expect(listed.length).toBeGreaterThanOrEqual(10);
    expect(listed.map(({ id }) => id)).toEqual(templates.map(({ id }) => id));
    expect(listed.find(({ id }) => id === 'rain-by-month')?.datasets).toEqual([
      'seattle-weather.csv',
    ]);
  });

  it('upload what the project lacks, once', async () => {
    await openedFlow('rain-by-month');
    await openedFlow('rain-by-month');
    const { body } = await app.call('GET', '/api/datasets');
    const weather = (body as unknown as { name: string; version_count: number }[]).filter(
      ({ name }) => name === 'seattle-weather.csv',
    );
    expect(weather).toMatchObject([{ version_count: 1 }]);
  });

  it('read their own data beside a dataset of the user with the name of a public file', async () => {
    const { body: project } = await app.call('POST', '/api/projects', { name: 'Own airports' });
    const place = `/api/datasets/upload?project_id=${project.id as string}`;
    await app.upload(place, 'airports.csv', 'code;town\nABC;Here\n');
    for (let opened = 0; opened < 2; opened++) {
      const { body: flow } = await app.call('POST', '/api/templates/delays-by-state/open', {
        project_id: project.id,
      });
      const { body: run } = await app.call('POST', `/api/flows/${flow.id as string}/runs`, {});
      expect([run.status, run.error_message]).toEqual(['success', null]);
    }
    const { body } = await app.call('GET', `/api/datasets?project_id=${project.id as string}`);
    const names = (body as unknown as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('airports')).toSorted()).toEqual([
      'airports (public data).csv',
      'airports.csv',
    ]);
  });

  it.each([
    ['deleted', 'DELETE', ''],
    ['disabled', 'PATCH', { is_disabled: true }],
  ])('restore their data that was %s', async (_how, method, change) => {
    const { body: project } = await app.call('POST', '/api/projects', { name: `Data ${method}` });
    const open = async (): Promise<{ id: string }> => {
      const { body } = await app.call('POST', '/api/templates/rain-by-month/open', {
        project_id: project.id,
      });
      return body as { id: string };
    };
    await open();
    const list = `/api/datasets?project_id=${project.id as string}&include_deleted=true`;
    const [dataset] = (await app.call('GET', list)).body as unknown as { id: string }[];
    const path = `/api/datasets/${dataset!.id}`;
    await app.call(method, path, change === '' ? undefined : change);
    const flow = await open();
    const { body: run } = await app.call('POST', `/api/flows/${flow.id}/runs`, {});
    expect([run.status, run.error_message]).toEqual(['success', null]);
    expect((await app.call('GET', list)).body).toMatchObject([
      { id: dataset!.id, is_disabled: false, version_count: 2 },
    ]);
  });

  it('read their own data beside a file of the user that has the same name and size', async () => {
    const { body: project } = await app.call('POST', '/api/projects', { name: 'Same size' });
    const place = `/api/datasets/upload?project_id=${project.id as string}`;
    const file = templateFile('seattle-weather.csv');
    const content = readFileSync(file!, 'utf8').replace('date', 'Date');
    await app.upload(place, 'seattle-weather.csv', content);
    const { body: flow } = await app.call('POST', '/api/templates/rain-by-month/open', {
      project_id: project.id,
    });
    const { body: run } = await app.call('POST', `/api/flows/${flow.id as string}/runs`, {});
    expect([run.status, run.error_message]).toEqual(['success', null]);
  });

  it.each(templates.map(({ id }) => id))('run on both engines: %s', async (id) => {
    const flow = await openedFlow(id);
    for (const engine of ENGINES) {
      const { body } = await app.call('POST', `/api/flows/${flow}/runs`, { engine });
      expect([body.status, body.error_message]).toEqual(
        id === FAILING
          ? [
              'failed',
              expect.stringMatching(/^Every film has a budget \(budget\): .*"Production Budget"/),
            ]
          : ['success', null],
      );
    }
  });

  it('know the columns of every public file, for where it is not installed', async () => {
    const { body } = await app.call('POST', '/api/projects', { name: 'Columns of public files' });
    const place = `/api/datasets/upload?project_id=${body.id as string}`;
    for (const name of new Set(templates.flatMap(({ datasets }) => datasets))) {
      const content = readFileSync(templateFile(name)!, 'utf8');
      const { body: dataset } = await app.upload(place, name, content);
      const columns = dataset.column_schema as { name: string }[];
      expect([name, PUBLIC_COLUMNS.get(name)]).toEqual([name, columns.map((one) => one.name)]);
    }
  });

  it('open without a body in the default project', async () => {
    const { status, body } = await app.call('POST', '/api/templates/rain-by-month/open');
    expect([status, body.name]).toEqual([
      201,
      templates.find(({ id }) => id === 'rain-by-month')?.name,
    ]);
  });

  it('are unknown under another id', async () => {
    const { status, body } = await app.call('POST', '/api/templates/none/open', {});
    expect([status, body.detail]).toEqual([404, "Template 'none' not found"]);
  });
});
