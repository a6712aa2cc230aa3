import { startTestApp, type Answer, type TestApp } from '../support/app.ts';

let app: TestApp;
let orders: string;
let cities: string;

beforeAll(async () => {
  app = await startTestApp();
  orders = await upload('orders.csv', 'id,price,city\n1,2.5,Oslo\n2,3.5,Bergen\n');
  cities = await upload('cities.csv', 'id,city\n7,Oslo\n');
});

afterAll(() => app.close());

async function upload(name: string, content: string): Promise<string> {
  const { body } = await app.upload('/api/datasets/upload', name, content);
  return (body as { id: string }).id;
}

type Nodes = Record<string, readonly [type: string, config?: object]>;

/** `a>b c>d.left`; the label of a node is its id in capitals. */
function graph(nodes: Nodes, edges: string, more: object = {}): object {
  return {
    nodes: Object.entries(nodes).map(([id, [type, config]]) => ({
      ...{ id, type, data: { label: id.toUpperCase(), config: config ?? {} } },
    })),
    edges: edges.split(' ').map((edge) => {
      const [source, target = ''] = edge.split('>');
      const [to, targetHandle = null] = target.split('.');
      return { source, target: to, targetHandle };
    }),
    ...more,
  };
}

const input = (dataset: string): [string, object] => ['fileInput', { dataset_id: dataset }];
const OUT: [string] = ['fileOutput'];

const validate = (graph_json: unknown, more: object = {}): Promise<Answer> =>
  app.call('POST', '/api/flows/validate', { graph_json, ...more });

/** `in.price`, as the sources of columns are written here. */
function sources(from: readonly { node_id: string; column: string }[]): string {
  return from.map(({ node_id, column }) => `${node_id}.${column}`).join(' ');
}

interface Validated {
  readonly valid: boolean;
  readonly problems: readonly Record<string, unknown>[];
  readonly nodes: readonly {
    readonly node_id: string;
    readonly status: string;
    readonly columns:
      | readonly {
          readonly name: string;
          readonly type: string;
          readonly origin: string;
          readonly from: readonly { node_id: string; column: string }[];
        }[]
      | null;
    readonly rows_by: readonly { node_id: string; column: string }[];
  }[];
}

/** `name type origin sources` of each column of a node. */
function columns(answer: Answer, nodeId: string): string[] {
  const { nodes } = answer.body as Validated;
  const found = nodes.find(({ node_id }) => node_id === nodeId)?.columns ?? [];
  return found.map(({ name, type, origin, from }) =>
    [name, type, origin, sources(from)].join(' ').trim(),
  );
}

/** `node field: severity` of each problem. */
function places(answer: Answer): string[] {
  const { problems } = answer.body as Validated;
  return problems.map(
    ({ node_id, field, severity }) => `${String(node_id)} ${String(field)}: ${String(severity)}`,
  );
}

describe('a flow that can run', () => {
  it('has the columns and types of every node, and where each comes from', async () => {
    const answer = await validate(
      graph(
        {
          in: input(orders),
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
    expect(rowsBy).toMatchObject({ both: 'named.city more.city', sums: 'both.city', twice: '' });
  });

  it('makes the very columns that its run makes', async () => {
    const document = graph(
      {
        in: input(orders),
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
        { dataset: { dataset_id: orders, dataset_name: 'orders.csv', version_number: 1 } },
        {},
        {},
      ],
    });
  });

  it('is taken in the versioned form too, its datasets kept', async () => {
    const body = {
      schemaVersion: '1.0.0',
      graph: graph({ in: input(orders), out: OUT }, 'in>out'),
    };
    const answer = await app.call('POST', '/api/flows/validate', body);
    expect(columns(answer, 'out')).toHaveLength(3);
  });
});

describe('every problem is told, with node and field', () => {
  it('of several nodes and several fields at once', async () => {
    const answer = await validate(
      graph(
        {
          in: input(orders),
          pick: ['selectColumns', { columns: ['prize', 'city', 'idd'] }],
          order: ['sortRows', { columns: 'city', na_position: 'middle', colour: 'red' }],
          next: ['filterRows', { column: 'nothing', operator: '==' }],
          out: ['fileOutput', { format: 'pdf' }],
        },
        'in>pick in>order pick>next next>out',
      ),
    );
    expect(answer.body.valid).toBe(false);
    expect(places(answer).sort()).toEqual([
      'order colour: warning',
      'order columns: error',
      'order na_position: error',
      'order null: warning',
      'out format: error',
      'pick columns: error',
      'pick columns: error',
    ]);
    const { problems } = answer.body as Validated;
    expect(problems.map(({ message }) => message)).toContain(
      'There is no column "prize". Did you mean "price"?',
    );
  });

  it('and what comes after a broken node is unknown, without problems of its own', async () => {
    const answer = await validate(
      graph(
        {
          in: input(orders),
          bad: ['calculatedColumn', { column_name: 'x', expression: 'pricee + 1' }],
          after: ['filterRows', { column: 'x', operator: '>', value: 1 }],
          out: OUT,
        },
        'in>bad bad>after after>out',
      ),
    );
    expect(places(answer)).toEqual(['bad expression: error']);
    const { nodes } = answer.body as Validated;
    expect(nodes.map(({ status }) => status)).toEqual(['known', 'unknown', 'unknown', 'unknown']);
  });

  it.each<[string, object, string[]]>([
    ['no nodes', { nodes: [] }, ['null null', 'null null', 'null null']],
    [
      'a graph that cannot be read',
      { nodes: [{ id: 'a' }, { id: 'b', type: 5 }] },
      ['a null', 'b null'],
    ],
    [
      'a circle',
      graph({ in: ['fileInput'], a: ['limitRows'], b: ['limitRows'], out: OUT }, 'in>out a>b b>a'),
      ['b null', 'in dataset_id'],
    ],
    [
      'an edge to nowhere',
      graph({ in: ['fileInput'], out: OUT }, 'in>out in>gone'),
      ['in null', 'in dataset_id'],
    ],
    ['no input', graph({ out: OUT }, 'x>out').valueOf(), ['out null', 'null null', 'out null']],
    ['an unknown type', graph({ in: ['wizard'], out: OUT }, 'in>out'), ['null null', 'in null']],
    [
      'both ends of a test',
      graph(
        {
          in: ['fileInput', { dataset_id: 'ORDERS' }],
          t: ['filterRows', { column: 'id', operator: 'between', value: 'a', value2: 'b' }],
          out: OUT,
        },
        'in>t t>out',
      ),
      ['t value', 't value2'],
    ],
  ])('%s', async (_what, document, expected) => {
    const text = JSON.stringify({ graph_json: document }).replaceAll('ORDERS', orders);
    const answer = await app.call('POST', '/api/flows/validate', text, {
      'Content-Type': 'application/json',
    });
    expect(answer).toMatchObject({ status: 200, body: { valid: false } });
    expect(places(answer).map((place) => place.split(':')[0])).toEqual(expected);
  });

  it('of datasets that are not there, disabled, or of another format', async () => {
    const off = await upload('off.csv', 'a\n1\n');
    await app.call('PATCH', `/api/datasets/${off}`, { is_disabled: true });
    const nodes: Nodes = {
      gone: input('nope'),
      off: input(off),
      version: ['fileInput', { dataset_id: orders, dataset_version: 9 }],
      format: ['fileInput', { dataset_id: orders, format: 'json' }],
      all: ['concatRows'],
      out: OUT,
    };
    const answer = await validate(graph(nodes, 'gone>all off>all version>all format>all all>out'));
    expect(places(answer)).toEqual([
      'gone dataset_id: error',
      'off dataset_id: error',
      'version dataset_version: error',
      'format format: error',
    ]);
  });
});

describe('parameters', () => {
  const top = (more: object): object =>
    graph(
      { in: input(orders), top: ['limitRows', { n: '{{ n }}' }], out: OUT },
      'in>top top>out',
      more,
    );
  const declared = { parameters: [{ name: 'n', type: 'integer' }] };

  it('without a value are problems where they are used, and not with one', async () => {
    const without = await validate(top(declared));
    expect(without.body.problems).toEqual([
      {
        node_id: 'top',
        field: 'n',
        parameter: 'n',
        severity: 'error',
        message: 'Parameter "n" needs a value: it has no default.',
      },
    ]);
    const given = await validate(top(declared), { parameters: { n: 5 } });
    expect(given.body).toMatchObject({ valid: true, problems: [] });
  });

  it.each<[string, object, object, string]>([
    ['of another type', declared, { n: 'many' }, 'top n: error'],
    ['that nobody declares', { parameters: [] }, {}, 'top n: warning'],
    ['that the flow does not have', declared, { n: 1, m: 2 }, 'null null: error'],
  ])('%s', async (_what, more, parameters, place) => {
    expect(places(await validate(top(more), { parameters }))).toContain(place);
  });

  it('in an expression must be declared', async () => {
    const nodes: Nodes = {
      in: input(orders),
      big: ['filterExpression', { expression: 'price > {{ least }}' }],
      out: OUT,
    };
    const answer = await validate(graph(nodes, 'in>big big>out'));
    expect(answer.body.problems).toMatchObject([
      { node_id: 'big', field: 'expression', parameter: 'least', severity: 'error' },
    ]);
  });
});

describe('the request', () => {
  it('tells of an engine that there is not', async () => {
    const answer = await validate(graph({ in: input(orders), out: OUT }, 'in>out'), {
      engine: 'spark',
    });
    expect(answer.body).toMatchObject({
      valid: false,
      engine: null,
      problems: [{ message: expect.stringContaining('spark') as string }],
    });
  });

  it('tells of a disabled flow by a warning', async () => {
    const graph_json = graph({ in: input(orders), out: OUT }, 'in>out');
    const { body } = await app.call('POST', '/api/flows', { name: 'off', graph_json });
    const at = `/api/flows/${(body as { id: string }).id}`;
    await app.call('PUT', at, { is_disabled: true });
    const answer = await app.call('POST', `${at}/validate`, {});
    expect(answer.body).toMatchObject({ valid: true, problems: [{ severity: 'warning' }] });
  });

  it.each<[string, unknown, number]>([
    ['{}', {}, 422],
    ['a graph that is a list', { graph_json: [] }, 422],
    ['a newer version', { graph: {}, schemaVersion: '2.0.0' }, 400],
  ])('%s is refused', async (_what, body, status) => {
    expect((await app.call('POST', '/api/flows/validate', body)).status).toBe(status);
  });

  it('for an unknown flow is answered 404', async () => {
    expect((await app.call('POST', '/api/flows/nope/validate')).status).toBe(404);
  });

  it('of a flow that doubles its columns at every node is answered soon', async () => {
    const nodes: Nodes = { in: input(orders), out: OUT };
    const edges: string[] = [];
    for (let n = 0; n < 40; n++) {
      const [before, id] = [n === 0 ? 'in' : `j${n - 1}`, `j${n}`];
      nodes[id] = ['join', { left_on: 'id', right_on: 'id', suffixes: ['', `_${n}`] }];
      edges.push(`${before}>${id}.left`, `${before}>${id}.right`);
    }
    const answer = await validate(graph(nodes, [...edges, 'j39>out'].join(' ')));
    expect(answer.status).toBe(200);
    expect(answer.body.problems).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('200000 columns') as string },
    ]);
  });
});
