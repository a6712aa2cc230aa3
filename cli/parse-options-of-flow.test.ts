import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startTestApp, type TestApp } from '../test/support/app.ts';
import { commandLine, type EndedCommand } from '../test/support/command-line.ts';
import { endOf, startOf } from '../test/support/contract-runs.ts';

/** Detection reads the title as the header, and the amounts as texts because of "k.A.". */
const CSV = Buffer.from('Übersicht\nstadt;betrag\nKöln;1234,50\nBonn;k.A.\n', 'latin1');
const OPTIONS = 'delimiter=%3B&decimal=%2C&encoding=cp1252';

let app: TestApp;
let folder: string;

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-cli-'));
  await writeFile(path.join(folder, 'betraege.csv'), CSV);
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

function millrace(...words: readonly string[]): Promise<EndedCommand> {
  return commandLine(words, { cwd: folder });
}

async function savedFlow(): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([CSV]), 'betraege.csv');
  form.append('skip_rows', '1');
  form.append('null_values', 'k.A.');
  const url = `${app.url}/api/datasets/upload?${OPTIONS}`;
  const uploaded = (await (await fetch(url, { method: 'POST', body: form })).json()) as Row;
  const graph_json = {
    nodes: [
      { id: 'in', type: 'csvInput', data: { config: { dataset_id: uploaded.id } } },
      {
        id: 'large',
        type: 'filterRows',
        data: { config: { column: 'betrag', operator: '>', value: 1000 } },
      },
      { id: 'out', type: 'csvOutput', data: { config: {} } },
    ],
    edges: [
      { source: 'in', target: 'large' },
      { source: 'large', target: 'out' },
    ],
  };
  const { body } = await app.call('POST', '/api/flows', { name: 'Amounts', graph_json });
  return (body as Row).id as string;
}

type Row = Record<string, unknown>;

it('runs, validates and exports a flow document on a file with the parse options of its dataset', async () => {
  const flow = await savedFlow();
  const { id } = await endOf(app, await startOf(app, flow));
  const output = await app.call('GET', `/api/runs/${id}/output`);
  const { body } = await app.call('GET', `/api/flows/${flow}/export/document`);
  await writeFile(path.join(folder, 'amounts.json'), JSON.stringify(body));
  const input = ['amounts.json', '--input', 'in=betraege.csv'];
  const ran = await millrace('run', ...input, '--out', '-');
  expect(output.body).toBe('stadt,betrag\nKöln,1234.5\n');
  expect(ran).toMatchObject({ code: 0, stdout: output.body });
  expect(await millrace('validate', ...input)).toMatchObject({ code: 0, stderr: '' });
  expect((await millrace('explain', ...input)).stdout).toContain('betrag');
  expect((await millrace('export', ...input)).stdout).toContain('"betrag": "Float64"');
  const imported = await app.call('POST', '/api/flows/import', body);
  expect(imported.body).not.toHaveProperty('warnings');
});

it.each([
  [{ in: { delimeter: ';' } }, /^parse_options\.in of the flow document: .*delimeter/],
  [{ in: { skip_rows: 'x' } }, /^parse_options\.in\.skip_rows of the flow document: /],
  [{ in: { delimiter: '~' } }, /^parse_options\.in of the flow document: The delimiter "~" is not/],
])('rejects the invalid parse options %j of a flow document', async (parse_options, message) => {
  const graph_json = { nodes: [{ id: 'in', type: 'csvInput', data: { config: {} } }], edges: [] };
  await writeFile(path.join(folder, 'bad.json'), JSON.stringify({ graph_json, parse_options }));
  const { code, stderr } = await millrace('run', 'bad.json', '--input', 'in=betraege.csv');
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(message) as string,
  });
});

it('ignores parse options that do not apply to the format of the given file', async () => {
  const graph_json = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: {} } },
      { id: 'out', type: 'csvOutput', data: { config: {} } },
    ],
    edges: [{ source: 'in', target: 'out' }],
  };
  const parse_options = { in: { delimiter: ';', decimal: ',' } };
  await writeFile(path.join(folder, 'json.json'), JSON.stringify({ graph_json, parse_options }));
  await writeFile(path.join(folder, 'rows.json'), '[{"a": 1.5}]');
  const ran = await millrace('run', 'json.json', '--input', 'in=rows.json', '--out', '-');
  expect(ran).toMatchObject({ code: 0, stdout: 'a\n1.5\n' });
});

it('reads the file of an input with the parse options of the command line', async () => {
  const graph_json = {
    nodes: [
      { id: 'in', type: 'csvInput', data: { config: {} } },
      { id: 'out', type: 'csvOutput', data: { config: {} } },
    ],
    edges: [{ source: 'in', target: 'out' }],
  };
  const parse_options = { in: { skip_rows: 7, has_header: false } };
  await writeFile(path.join(folder, 'given.json'), JSON.stringify({ graph_json, parse_options }));
  const run = (...options: readonly string[]): Promise<EndedCommand> => {
    const given = options.flatMap((option) => ['--input-option', option]);
    return millrace('run', 'given.json', '--input', 'in=betraege.csv', '--out', '-', ...given);
  };
  expect(
    await run(
      ...['in.skip_rows=1', 'in.has_header=true', 'in.encoding=cp1252', 'in.delimiter=;'],
      ...['in.decimal=,', 'in.null_values=k.A.', 'in.column_names=["city","amount"]'],
    ),
  ).toMatchObject({ code: 0, stdout: 'city,amount\nKöln,1234.5\nBonn,\n' });
  expect((await run('in.skip_row=1')).stderr).toContain('Did you mean "skip_rows"?');
  expect((await run('in.rows=longest')).stderr).toContain('is not one of "strict", "widest"');
});
