import { graph, input, OUT, places, type Nodes, type Validated } from '../support/validation.ts';
import { useValidatingApp } from '../support/validating-app.ts';

const app = useValidatingApp();
const { upload, validate } = app;

describe('the validation of a flow', () => {
  it('reports the problems of several nodes and fields together', async () => {
    const answer = await validate(
      graph(
        {
          in: input(app.orders),
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
      'next value: error',
      'order colour: warning',
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

  it('warns about the columns that a chart cannot show, and knows the columns below it', async () => {
    const answer = await validate(
      graph(
        {
          in: input(app.orders),
          bins: ['chartHistogram', { column: 'city' }],
          heat: ['chartHeatmap', { columns: ['price', 'id', 'city'] }],
          out: OUT,
        },
        'in>bins bins>heat heat>out',
      ),
    );
    expect(answer.body.valid).toBe(true);
    expect(places(answer)).toEqual(['bins column: warning', 'heat columns: warning']);
    const { problems, nodes } = answer.body as Validated;
    expect(problems[0]?.message).toContain('"city"');
    expect(nodes.map(({ status }) => status)).not.toContain('unknown');
  });

  it.each<[string, [string, object], string]>([
    ['filterRows', ['filterRows', { column: 'city', operator: '>', value: 5 }], 'value'],
    ['a list', ['filterRows', { column: 'city', operator: 'in', value: ['x', 5] }], 'value'],
    ['one listed number', ['filterRows', { column: 'city', operator: 'in', value: 5 }], 'value'],
    [
      'an upper bound',
      ['filterRows', { column: 'city', operator: 'between', value: '1', value2: 5 }],
      'value2',
    ],
    ['assertValueRange', ['assertValueRange', { column: 'city', min: 5 }], 'min'],
    ['assertValuesInSet', ['assertValuesInSet', { column: 'city', allowed: ['x', 5] }], 'allowed'],
    [
      'conditionalColumn',
      [
        'conditionalColumn',
        {
          new_column: 'n',
          rules: [{ conditions: [{ column: 'city', operator: '==', value: 5 }], result: 1 }],
        },
      ],
      'rules',
    ],
  ])(
    'warns about a number that is compared with a text column, in %s',
    async (_what, node, field) => {
      const answer = await validate(
        graph({ in: input(app.orders), cmp: node, out: OUT }, 'in>cmp cmp>out'),
      );
      expect(answer.body.valid).toBe(true);
      expect(places(answer)).toEqual([`cmp ${field}: warning`]);
      const message = String((answer.body as Validated).problems[0]?.message);
      expect(message).toContain(
        'The column "city" has the type string, but the value 5 has the type integer',
      );
      expect(message).toContain('castDtypes');
    },
  );

  it('does not warn about values of the type of their column, or about a search for a text', async () => {
    const nodes: Nodes = {
      in: input(app.orders),
      text: ['filterRows', { column: 'city', operator: '>', value: '5' }],
      search: ['filterRows', { column: 'city', operator: 'contains', value: 5 }],
      number: ['filterRows', { column: 'price', operator: '>', value: 5 }],
      set: ['assertValuesInSet', { column: 'price', allowed: [1, 2.5] }],
      fill: ['fillNulls', { strategy: 'constant', value: 0, columns: ['city'] }],
      out: OUT,
    };
    const edges = 'in>text text>search search>number number>set set>fill fill>out';
    expect(places(await validate(graph(nodes, edges)))).toEqual([]);
  });

  it('skips the nodes below an invalid one, whose schema is unknown', async () => {
    const answer = await validate(
      graph(
        {
          in: input(app.orders),
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
    ['an unreadable graph', { nodes: [{ id: 'a' }, { id: 'b', type: 5 }] }, ['a null', 'b null']],
    [
      'a circle',
      graph({ in: ['fileInput'], a: ['limitRows'], b: ['limitRows'], out: OUT }, 'in>out a>b b>a'),
      ['b null', 'in dataset_id', 'a n', 'b n'],
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
    const text = JSON.stringify({ graph_json: document }).replaceAll('ORDERS', app.orders);
    const answer = await app.call('POST', '/api/flows/validate', text, {
      'Content-Type': 'application/json',
    });
    expect(answer).toMatchObject({ status: 200, body: { valid: false } });
    expect(places(answer).map((place) => place.split(':')[0])).toEqual(expected);
  });

  it('reports datasets that are missing, disabled or of another format', async () => {
    const off = await upload('off.csv', 'a\n1\n');
    await app.call('PATCH', `/api/datasets/${off}`, { is_disabled: true });
    const nodes: Nodes = {
      gone: input('nope'),
      off: input(off),
      version: ['fileInput', { dataset_id: app.orders, dataset_version: 9 }],
      format: ['fileInput', { dataset_id: app.orders, format: 'json' }],
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

describe('parameters of a validated flow', () => {
  const top = (more: object): object =>
    graph(
      { in: input(app.orders), top: ['limitRows', { n: '{{ n }}' }], out: OUT },
      'in>top top>out',
      more,
    );
  const declared = { parameters: [{ name: 'n', type: 'integer' }] };

  it('are reported where they are used without a value', async () => {
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
    ['that nobody declares, for the text that stays', { parameters: [] }, {}, 'top n: error'],
    ['that the flow does not have', declared, { n: 1, m: 2 }, 'null null: error'],
  ])('%s', async (_what, more, parameters, place) => {
    expect(places(await validate(top(more), { parameters }))).toContain(place);
  });

  it('must be declared when an expression uses them', async () => {
    const nodes: Nodes = {
      in: input(app.orders),
      big: ['filterExpression', { expression: 'price > {{ least }}' }],
      out: OUT,
    };
    const answer = await validate(graph(nodes, 'in>big big>out'));
    expect(answer.body.problems).toMatchObject([
      { node_id: 'big', field: 'expression', parameter: 'least', severity: 'error' },
    ]);
  });
});
