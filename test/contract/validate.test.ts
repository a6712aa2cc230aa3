import {
  columns,
  graph,
  input,
  OUT,
  sources,
  type Nodes,
  type Validated,
} from '../support/validation.ts';
import { useValidatingApp } from '../support/validating-app.ts';

const app = useValidatingApp();
const { upload, validate } = app;
let cities: string;

beforeAll(async () => {
  cities = await upload('cities.csv', 'id,city\n7,Oslo\n');
});

describe('a flow that can run', () => {
  it('may have columns named like JavaScript object members', async () => {
    const odd = await upload('odd.csv', '__proto__,constructor\n1,a\n2,b\n');
    const config = { mapping: { ['__proto__']: 'toString', constructor: '__proto__' } };
    const nodes: Nodes = { in: input(odd), named: ['renameColumns', config], out: OUT };
    const answer = await validate(graph(nodes, 'in>named named>out'));
    expect(answer.body).toMatchObject({ valid: true, problems: [] });
    expect(columns(answer, 'named')).toEqual([
      'toString integer renamed in.__proto__',
      '__proto__ string renamed in.constructor',
    ]);
    const flow = await app.call('POST', '/api/flows', {
      name: 'Odd names',
      graph_json: graph(nodes, 'in>named named>out'),
    });
    const preview = await app.call('POST', `/api/flows/${flow.body.id}/preview`, {
      node_id: 'named',
    });
    expect(Object.entries(preview.body.rows[0])).toEqual([
      ['toString', 1],
      ['__proto__', 'a'],
    ]);
  });

  it('unites a column of nulls, which it shows as string, with numbers', async () => {
    const empty = await upload('empty.csv', 'id,price\n7,\n');
    const full = await upload('full.csv', 'id,price\n8,2.5\n');
    const nodes: Nodes = {
      empty: input(empty),
      full: input(full),
      both: ['concatRows', {}],
      out: OUT,
    };
    const answer = await validate(graph(nodes, 'empty>both full>both both>out'));
    expect(answer.body).toMatchObject({ valid: true, problems: [] });
    expect(columns(answer, 'empty')[1]).toMatch(/^price string /);
    expect(columns(answer, 'both')[1]).toMatch(/^price float /);
  });

  it('reports columns, types and lineage of every node', async () => {
    const answer = await validate(
      graph(
        {
          in: input(app.orders),
          more: input(cities),
          twice: ['calculatedColumn', { column_name: 'twice', expression: 'price * 2' }],
          named: ['renameColumns', { mapping: { price: 'cost' } }],
          both: ['join', { on: 'city', how: 'left' }],
          sums: ['groupByAggregate', { group_by: ['city'], aggregations: { twice: 'sum' } }],
          out: OUT,
        },
        'in>twice twice>named named>both.left more>both.right both>sums sums>out',
      ),
    );
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ valid: true, engine: 'polars', problems: [] });
    expect(answer.body.segments).toEqual([
      { from: ['in', 'more'], nodes: ['twice', 'named', 'both'], cut: 'spool' },
      { from: ['both'], nodes: ['sums'], cut: 'groups' },
      { from: ['sums'], nodes: ['out'], cut: 'file' },
    ]);
    expect(columns(answer, 'in')).toEqual([
      'id integer read',
      'price float read',
      'city string read',
    ]);
    expect(columns(answer, 'twice').at(-1)).toBe('twice float computed in.price');
    expect(columns(answer, 'named')[1]).toBe('cost float renamed twice.price');
    expect(columns(answer, 'both')).toEqual([
      'id_x integer renamed named.id',
      'cost float passed named.cost',
      'city string passed named.city',
      'twice float passed named.twice',
      'id_y integer renamed more.id',
    ]);
    expect(columns(answer, 'sums')).toEqual([
      'city string passed both.city',
      'twice float computed both.twice',
    ]);
    expect(columns(answer, 'out')).toEqual([
      'city string passed sums.city',
      'twice float passed sums.twice',
    ]);
    const { nodes } = answer.body as Validated;
    const rowsBy = Object.fromEntries(nodes.map((node) => [node.node_id, sources(node.rows_by)]));
    const plans = Object.fromEntries(nodes.map((node) => [node.node_id, node.plan]));
    expect(plans.sums).toEqual(['aggregate by city: twice = sum(twice)']);
    expect(rowsBy).toMatchObject({ both: 'named.city more.city', sums: 'both.city', twice: '' });
  });

  it('has the same columns as its run', async () => {
    const document = graph(
      {
        in: input(app.orders),
        cast: ['castDtypes', { casts: { id: 'string' } }],
        out: OUT,
      },
      'in>cast cast>out',
    );
    const saved = await app.call('POST', '/api/flows', { name: 'f', graph_json: document });
    const at = `/api/flows/${(saved.body as { id: string }).id}`;
    const run = await app.call('POST', `${at}/runs`);
    const checked = await app.call('POST', `${at}/validate`);
    const made = (run.body as { node_results: { node_id: string; columns: string[] }[] })
      .node_results;
    for (const { node_id, columns: names } of made) {
      expect(columns(checked, node_id).map((column) => column.split(' ')[0])).toEqual(names);
    }
    expect(checked.body).toMatchObject({
      valid: true,
      nodes: [
        { dataset: { dataset_id: app.orders, dataset_name: 'orders.csv', version_number: 1 } },
        {},
        {},
      ],
    });
  });

  it('is also accepted as a versioned document, with its datasets', async () => {
    const body = {
      schemaVersion: '1.0.0',
      graph: graph({ in: input(app.orders), out: OUT }, 'in>out'),
    };
    const answer = await app.call('POST', '/api/flows/validate', body);
    expect(columns(answer, 'out')).toHaveLength(3);
  });
});

describe('the request', () => {
  it('reports an unknown engine', async () => {
    const answer = await validate(graph({ in: input(app.orders), out: OUT }, 'in>out'), {
      engine: 'spark',
    });
    expect(answer.body).toMatchObject({
      valid: false,
      engine: null,
      problems: [{ message: expect.stringContaining('spark') as string }],
    });
  });

  it('warns about a disabled flow', async () => {
    const graph_json = graph({ in: input(app.orders), out: OUT }, 'in>out');
    const { body } = await app.call('POST', '/api/flows', { name: 'off', graph_json });
    const at = `/api/flows/${(body as { id: string }).id}`;
    await app.call('PUT', at, { is_disabled: true });
    const answer = await app.call('POST', `${at}/validate`, {});
    expect(answer.body).toMatchObject({ valid: true, problems: [{ severity: 'warning' }] });
  });

  it('says which deleted dataset disabled a flow, and the restore that it names enables it', async () => {
    const gone = await upload('gone.csv', 'id\n1\n');
    const graph_json = graph({ in: input(gone), out: OUT }, 'in>out');
    const { body } = await app.call('POST', '/api/flows', { name: 'Orphan', graph_json });
    const at = `/api/flows/${(body as { id: string }).id}`;
    await app.call('DELETE', `/api/datasets/${gone}`);
    const run = await app.call('POST', `${at}/runs`, {});
    const restore = `/api/datasets/${gone}/restore`;
    expect(run.status).toBe(400);
    expect(run.body.detail).toBe(
      `The flow "Orphan" is disabled, because its dataset "gone.csv" was deleted. Restore the dataset (POST ${restore}), which enables the flow, or read another one and enable the flow.`,
    );
    const answer = await app.call('POST', `${at}/validate`, {});
    expect((answer.body as Validated).problems[0]).toMatchObject({
      severity: 'warning',
      message: run.body.detail as string,
    });
    await app.call('POST', restore);
    expect((await app.call('POST', `${at}/runs`, {})).status).toBe(201);
  });

  it('says which disabled dataset or project disabled a flow', async () => {
    const project = await app.call('POST', '/api/projects', { name: 'Paused' });
    const own = { project_id: (project.body as { id: string }).id };
    const off = await upload('off.csv', 'id\n1\n');
    const graph_json = graph({ in: input(off), out: OUT }, 'in>out');
    const reader = await app.call('POST', '/api/flows', { name: 'Reader', graph_json });
    await app.call('PATCH', `/api/datasets/${off}`, { is_disabled: true });
    const inside = await app.call('POST', '/api/flows', {
      name: 'Inside',
      graph_json: graph({ in: input(app.orders), out: OUT }, 'in>out'),
      ...own,
    });
    await app.call('PUT', `/api/projects/${own.project_id}`, { is_disabled: true });
    const texts = await Promise.all(
      [reader, inside].map(async ({ body }) => {
        const run = await app.call('POST', `/api/flows/${(body as { id: string }).id}/runs`, {});
        return run.body.detail as string;
      }),
    );
    expect(texts).toEqual([
      'The flow "Reader" is disabled, because its dataset "off.csv" is disabled. Enable the dataset, which enables the flow.',
      'The flow "Inside" is disabled, because its project "Paused" is disabled. Enable the project, which enables the flow.',
    ]);
  });

  it.each<[string, unknown, number]>([
    ['{}', {}, 422],
    ['a graph that is a list', { graph_json: [] }, 422],
    ['a newer version', { graph: {}, schemaVersion: '2.0.0' }, 400],
  ])('%s is refused', async (_what, body, status) => {
    expect((await app.call('POST', '/api/flows/validate', body)).status).toBe(status);
  });

  it('answers 404 for an unknown flow', async () => {
    expect((await app.call('POST', '/api/flows/nope/validate')).status).toBe(404);
  });

  it('answers quickly for a flow that doubles its columns at every node', async () => {
    const nodes: Nodes = { in: input(app.orders), out: OUT };
    const edges: string[] = [];
    for (let n = 0; n < 40; n++) {
      const [before, id] = [n === 0 ? 'in' : `j${n - 1}`, `j${n}`];
      nodes[id] = ['join', { left_on: 'id', right_on: 'id', suffixes: ['', `_${n}`] }];
      edges.push(`${before}>${id}.left`, `${before}>${id}.right`);
    }
    const answer = await validate(graph(nodes, [...edges, 'j39>out'].join(' ')));
    expect(answer.status).toBe(200);
    expect(answer.body.problems).toMatchObject([
      {
        severity: 'error',
        message: expect.stringContaining('at most 10000 are allowed') as string,
      },
    ]);
  });
});
