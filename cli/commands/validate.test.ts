import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-cli-'));
});

afterAll(() => rm(folder, { recursive: true }));

interface Ended {
  readonly code: number | null;
  readonly lines: readonly string[];
}

const validate = async (content: unknown, ...options: readonly string[]): Promise<Ended> =>
  await millrace('validate', content, options);

/** Runs a command in a process of its own, in the folder of the file. */
async function millrace(
  command: string,
  content: unknown,
  options: readonly string[] = [],
): Promise<Ended> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(path.join(folder, 'flow.json'), text);
  const main = path.resolve('cli/millrace.mjs');
  return await new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, command, 'flow.json', ...options],
      { cwd: folder, timeout: 120_000 },
      (_error, stdout, stderr) => {
        const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
        resolve({ code: child.exitCode, lines });
      },
    );
  });
}

const node = (id: string, type: string, config: object): object => ({ id, type, data: { config } });
const INPUT = node('in', 'fileInput', { dataset_id: 'd', format: 'csv' });
const OUTPUT = node('out', 'fileOutput', { format: 'csv' });
const UNREAD =
  'flow.json: note: node "in": columns that come from it were not checked. To check them, give its file: --input in=FILE';
const BROKEN = {
  nodes: [
    INPUT,
    node('top', 'limitRows', { n: -1, rows: 5 }),
    node('wet', 'filterRows', { column: '', operator: '~', value: '{{ least }}' }),
    OUTPUT,
  ],
  edges: [
    { source: 'in', target: 'top' },
    { source: 'top', target: 'wet' },
    { source: 'wet', target: 'out' },
  ],
  engine: 'spark',
  parameters: [{ name: 'least', type: 'number' }],
};

describe('millrace validate', () => {
  it('reports every problem with its node and field, and exits with 2 for unknown fields', async () => {
    const { code, lines } = await validate({ name: 'F', graph_json: BROKEN });
    expect(lines).toEqual([
      'flow.json: error: node "top": limitRows has no field "rows". Did you mean "n"?',
      'flow.json: error: There is no engine "spark". The engines are pandas and polars.',
      expect.stringMatching(/^flow\.json: error: node "top": "n": must be .+\.$/),
      expect.stringMatching(/^flow\.json: error: node "wet": "value": .*"least".+\.$/),
      expect.stringMatching(/^flow\.json: error: node "wet": "column": needs .+\.$/),
      expect.stringMatching(/^flow\.json: error: node "wet": "operator": must be .+\.$/),
      UNREAD,
    ]);
    expect(code).toBe(2);
  });

  it('prints the problems as JSON in the shape of the API with --output json', async () => {
    const { code, lines } = await validate(
      { graph: BROKEN },
      ...['--param', 'least=2', '--output', 'json'],
    );
    const { valid, problems, unread_inputs } = JSON.parse(lines[0] ?? '') as {
      valid: boolean;
      problems: readonly object[];
      unread_inputs: readonly string[];
    };
    expect([code, valid, problems.length, unread_inputs]).toEqual([2, false, 5, ['in']]);
    expect(problems[2]).toEqual({
      node_id: 'top',
      field: 'n',
      parameter: null,
      severity: 'error',
      message: expect.any(String) as string,
    });
  });

  it('exits with 0 for a valid flow', async () => {
    const edges = [{ source: 'in', target: 'out' }];
    expect(await validate({ nodes: [INPUT, OUTPUT], edges })).toEqual({
      code: 0,
      lines: ['flow.json is a valid flow.', UNREAD],
    });
  });

  it('rejects unknown fields, suggests the nearest one, and exits with 2', async () => {
    const edges = [{ source: 'in', target: 'out' }];
    const odd = node('out', 'fileOutput', { format: 'csv', frmat: 'json' });
    const graph = { nodes: [INPUT, odd], edges };
    expect(await validate({ name: 'F', graph_json: graph, paramters: [] })).toEqual({
      code: 2,
      lines: [
        expect.stringContaining('A flow document has no field "paramters".'),
        'flow.json: error: node "out": fileOutput has no field "frmat". Did you mean "format"?',
        UNREAD,
      ],
    });
  });

  it('rejects a flow without a required field, and names the unknown field that stands for it', async () => {
    const flow = (config: object): object => ({
      nodes: [INPUT, node('new', 'replaceValues', config), OUTPUT],
      edges: [
        { source: 'in', target: 'new' },
        { source: 'new', target: 'out' },
      ],
    });
    const missing = (field: string, hint = ''): string =>
      `flow.json: error: node "new": "${field}" is missing: replaceValues needs it. The default until now was "": write "${field}": "" to keep it.${hint}`;
    const valid = ['flow.json is a valid flow.', UNREAD];
    expect((await validate(flow({ column: 'a', find: 'b', val: 'c' }))).lines).toEqual([
      'flow.json: error: node "new": replaceValues has no field "find". Did you mean "to_replace"?',
      'flow.json: error: node "new": replaceValues has no field "val". Did you mean "value"?',
      missing('to_replace', ' Did you mean it by "find"?'),
      missing('value', ' Did you mean it by "val"?'),
      UNREAD,
    ]);
    expect(await validate(flow({ column: 'a', value: 'c' }))).toEqual({
      code: 1,
      lines: [missing('to_replace'), UNREAD],
    });
    const complete = { column: 'a', to_replace: '', value: '' };
    expect(await validate(flow(complete))).toEqual({ code: 0, lines: valid });
  });

  it.each(['run', 'export'])('rejects unknown fields in `millrace %s` too', async (command) => {
    const odd = node('out', 'fileOutput', { format: 'csv', frmat: 'json' });
    expect(await millrace(command, { nodes: [INPUT, odd], edges: [] })).toEqual({
      code: 2,
      lines: [
        'flow.json: error: node "out": fileOutput has no field "frmat". Did you mean "format"?',
      ],
    });
  });

  it('checks columns when the file of an input is given', async () => {
    await writeFile(path.join(folder, 'weather.csv'), 'rain,wind\n1,2\n');
    const sort = node('sort', 'sortRows', { columns: ['wnd'] });
    const edges = [
      { source: 'in', target: 'sort' },
      { source: 'sort', target: 'out' },
    ];
    const graph = { nodes: [INPUT, sort, OUTPUT], edges };
    expect((await validate(graph)).code).toBe(0);
    expect(await validate(graph, '--input', 'in=weather.csv')).toEqual({
      code: 1,
      lines: [
        'flow.json: error: node "sort": "columns": There is no column "wnd". Did you mean "wind"?',
      ],
    });
    expect(await validate(graph, '--input', 'snow=weather.csv')).toEqual({
      code: 1,
      lines: ['flow.json: error: The flow has no input "snow". Its inputs are: in.'],
    });
  });

  it('reports every problem of a malformed graph', async () => {
    const { code, lines } = await validate({ nodes: [{ id: 'a' }, { type: 'b' }], edges: 1 });
    expect([code, lines]).toEqual([
      1,
      [
        expect.stringContaining('Node "a": "type"'),
        expect.stringContaining('Node number 2: "id"'),
        expect.stringContaining('"edges"'),
      ],
    ]);
  });

  it.each([
    ['no JSON', '{', 'is not JSON'],
    ['no object', '[]', 'holds no flow'],
  ])('reports in one sentence that a file is %s', async (_title, content, sentence) => {
    const { code, lines } = await validate(content);
    expect([code, lines]).toEqual([1, [expect.stringContaining(sentence)]]);
  });
});

describe('millrace explain', () => {
  const flow = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { label: 'Orders', config: { dataset_id: 'd' } } },
      {
        id: 'total',
        type: 'calculatedColumn',
        data: { config: { column_name: 'total', expression: 'cast(note as integer) * 2' } },
      },
      {
        id: 'some',
        type: 'filterRows',
        data: { label: 'Large', config: { column: 'total', operator: '>', value: 10 } },
      },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'total' },
      { source: 'total', target: 'some' },
      { source: 'some', target: 'out' },
    ],
  };

  it('prints the operators of each node and which of them can fail', async () => {
    await writeFile(path.join(folder, 'orders.csv'), 'id,note\n1,a\n2,b\n');
    expect(await millrace('explain', flow, ['--input', 'in=orders.csv'])).toEqual({
      code: 0,
      lines: [
        'Orders (in)',
        '  source id integer, note string',
        'calculatedColumn (total)',
        '  project total = cast(note as integer) * 2 (can fail)',
        'Large (some)',
        '  filter total > 10',
        'fileOutput (out)',
        '  sink csv',
        'Plans of the polars engine for large data',
        '  1. from Orders: calculatedColumn; checks the values that can fail',
        '  2. from Orders: calculatedColumn, Large, fileOutput; writes the file',
      ],
    });
  });

  it('prints which nodes share a result and which columns later nodes read', async () => {
    await writeFile(path.join(folder, 'orders.csv'), 'id,note\n1,a\n2,b\n');
    const sorted = { type: 'sortRows', data: { config: { columns: ['note'] } } };
    const few = { type: 'selectColumns', data: { config: { columns: ['id'] } } };
    const branches = {
      nodes: [
        ...flow.nodes.filter(({ id }) => id === 'in' || id === 'out'),
        { id: 'one', ...sorted },
        { id: 'other', ...sorted },
        { id: 'few', ...few },
      ],
      edges: ['in>one', 'in>other', 'one>few', 'few>out'].map((edge) => {
        const [source, target] = edge.split('>');
        return { source, target };
      }),
    };
    const { lines } = await millrace('explain', branches, ['--input', 'in=orders.csv']);
    expect(lines).toEqual(
      expect.arrayContaining(['sortRows (other)', '  shared with sortRows (one)']),
    );
    expect(lines.slice(-3)).toEqual([
      'Plans of the polars engine for large data',
      '  1. from Orders: sortRows; keeps its rows in a file',
      '  2. from sortRows: selectColumns, fileOutput; writes the file',
    ]);
  });

  it('names the input whose file it needs', async () => {
    const { lines } = await millrace('explain', flow);
    expect(lines.slice(0, 2)).toEqual([
      'Orders (in)',
      '  unknown: give the file of each input by --input, or see the node before',
    ]);
  });

  it('names the pivot whose columns only a run shows as the reason of all nodes below it', async () => {
    await writeFile(path.join(folder, 'orders.csv'), 'id,note,n\n1,a,3\n2,b,4\n');
    const pivot = node('pivot', 'pivot', { index: ['id'], columns: 'note', values: 'n' });
    const nodes = [...flow.nodes.filter(({ id }) => id === 'in' || id === 'out'), pivot];
    const edges = ['in>pivot', 'pivot>few', 'few>out'].map((edge) => {
      const [source, target] = edge.split('>');
      return { source, target };
    });
    const few = node('few', 'limitRows', { n: 1 });
    const options = ['--input', 'in=orders.csv'];
    const { lines } = await millrace('explain', { nodes: [...nodes, few], edges }, options);
    const reason = 'The columns of this node are known when it runs.';
    const below = `  unknown: it reads pivot (pivot): ${reason}`;
    expect(lines.slice(2, 8)).toEqual([
      'pivot (pivot)',
      `  unknown: ${reason}`,
      'limitRows (few)',
      below,
      'fileOutput (out)',
      below,
    ]);
  });
});
