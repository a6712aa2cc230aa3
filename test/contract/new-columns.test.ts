import { startTestApp, type TestApp } from '../support/app.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, node, output, type GraphNode } from '../support/contract-graphs.ts';

let app: TestApp;
let dataset: string;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_MAX_NEW_COLUMNS: '3' });
  const rows = 'g,k,v,t\n1,a,1,x-y\n1,b,2,x-y\n2,c,3,x-y\n2,d,4,x-y\n';
  dataset = await idOf(app.upload('/api/datasets/upload', 'wide.csv', rows));
});

afterAll(() => app.close());

const split = (count: number): GraphNode => {
  const into = Array.from({ length: count }, (_, index) => `part ${index}`);
  return node('splitColumn', { column: 't', delimiter: '-', into });
};
const pivot = (heads: readonly string[]): GraphNode =>
  node('pivot', { index: ['g'], columns: 'k', values: 'v', heads });
const script = (count: number): GraphNode => {
  const fields = Array.from({ length: count }, (_, index) => `n${index}: 1`).join(', ');
  return node('jsTransform', { script: `return rows.map((row) => ({ ...row, ${fields} }));` });
};

const REFUSED = 'The node makes 4 columns, and at most 3 are allowed.';
const graphOf = (made: GraphNode): object => chain([input(dataset), made, output()]);

async function failureOf(made: GraphNode, engine: string): Promise<unknown> {
  const flow = await saveFlow(app, graphOf(made));
  const run = await app.call('POST', `/api/flows/${flow}/runs`, { engine });
  return run.body.error_message;
}

describe('a node that makes more columns than are allowed', () => {
  it('is an error of validate where its config names them', async () => {
    const answer = await app.call('POST', '/api/flows/validate', { graph_json: graphOf(split(4)) });
    expect(JSON.stringify(answer.body)).toContain(REFUSED);
    const fewer = await app.call('POST', '/api/flows/validate', { graph_json: graphOf(split(3)) });
    expect(JSON.stringify(fewer.body)).not.toContain('columns, and at most');
  });

  it.each(['polars', 'pandas'])('fails a run on %s', async (engine) => {
    expect(await failureOf(split(4), engine)).toContain(REFUSED);
    expect(await failureOf(split(3), engine)).toBeNull();
  });

  it.each(['polars', 'pandas'])('fails a run on %s when the data name them', async (engine) => {
    expect(await failureOf(pivot([]), engine)).toContain(
      '"k" has 4 values, and each would be a column. At most 3 are allowed.',
    );
    expect(await failureOf(script(4), engine)).toContain(REFUSED);
    expect(await failureOf(script(3), engine)).toBeNull();
  });

  it('does not count the columns of its inputs', async () => {
    expect(await failureOf(node('sortRows', { columns: ['k'] }), 'polars')).toBeNull();
    expect(await failureOf(pivot(['a', 'b', 'c']), 'polars')).toBeNull();
    expect(await failureOf(pivot(['a', 'b', 'c', 'd']), 'polars')).toContain(REFUSED);
  });
});
