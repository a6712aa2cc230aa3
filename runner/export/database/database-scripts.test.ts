import type { JsonObject } from '../../domain/json.ts';
import { databaseFlow } from '../example-scripts.ts';
import { exportFlow } from '../export-flow.ts';
import type { ExportRequest } from '../export-request.ts';
import { boundText } from './query-code.ts';

const FLOW: ExportRequest = { flowName: 'Totals', ...databaseFlow() };

/** The flow with other fields of its connections, and another config of its output. */
function changed(
  connections: Readonly<Record<string, object>>,
  config: JsonObject = {},
): ExportRequest {
  const { nodes } = FLOW.graph;
  return {
    ...FLOW,
    connections: FLOW.connections!.map((each) => ({ ...each, ...connections[each.id] })),
    graph: {
      ...FLOW.graph,
      nodes: nodes.map((node) =>
        node.id === 'out'
          ? { ...node, data: { ...node.data, config: { ...node.data.config, ...config } } }
          : node,
      ),
    },
  };
}

it('puts neither a secret nor where one is into a script', () => {
  const scripts = Object.values(exportFlow({ ...FLOW, includeNotebooks: true })).join('\n');
  expect(scripts).toContain('reader:PASSWORD@db.example.org');
  expect(scripts).not.toMatch(/SHOP_PASSWORD|env:/);
});

it('gives connections whose names differ only in signs variables of their own', () => {
  const { code } = exportFlow(
    changed({ shop: { name: 'Köln DB' }, reports: { name: 'koln-db!' } }),
  );
  expect(code).toContain('address("KOLN_DB_URL")');
  expect(code).toContain('address("KOLN_DB_2_URL")');
});

it('names the path of a file of DuckDB, and pyarrow where polars writes to one', () => {
  const file = { provider: 'duckdb', database: '/data/reports.duckdb' };
  const { code, polars } = exportFlow(changed({ reports: file }));
  expect(code).toContain(
    'Set the environment variable REPORTS_PATH to the path of the file of Reports, such as\n/data/reports.duckdb',
  );
  expect(code).toContain('address("REPORTS_PATH")');
  expect(code).toMatch(/^Needs .* pandas, .*duckdb\.$/m);
  expect(polars).toMatch(/^Needs .* polars, .*duckdb, pyarrow\.$/m);
});

it.each([
  ['uses MongoDB', changed({ reports: { provider: 'mongodb' } }), /^SQL Output \(out\): .*MongoDB/],
  [
    'has an unknown connection',
    { ...FLOW, connections: [] },
    /^SQL Input \(orders\): Its connection/,
  ],
  ['never ran', { ...FLOW, found: new Map() }, /^SQL Input \(orders\): .*Run the flow/],
] as const)('says why a flow is not exported that %s', (_what, request, message) => {
  expect(() => exportFlow(request)).toThrow(message);
});

it.each([
  [["a = '", "' AND b::text"], ['x'], "a = ':x' AND b::text"],
  [["':word' || at '10:30' || '\\:y'"], [], "'\\:word' || at '10:30' || '\\\\:y'"],
])('escapes of %j what SQLAlchemy would read as a value', (texts, names, expected) => {
  expect(boundText(texts, names)).toBe(expected);
});
