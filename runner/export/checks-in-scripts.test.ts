import type { FlowParameter } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { FlowExport } from './export-request.ts';

/** The scripts of a flow that reads orders, checks them, and writes them to a file. */
function checked(type: string, config: JsonObject, parameters: FlowParameter[] = []): FlowExport {
  const columns = [{ name: 'id', type: 'integer' }] as const;
  return exportFlow({
    flowName: 'Checks',
    graph: {
      nodes: [
        { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd', format: 'parquet' } } },
        { id: 'check', type, data: { config } },
        { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
      ],
      edges: [
        { source: 'in', target: 'check' },
        { source: 'check', target: 'out' },
      ],
      parameters,
    },
    inputs: [
      {
        nodeId: 'in',
        datasetName: 'orders.parquet',
        format: 'parquet',
        parseOptions: null,
        columns,
      },
    ],
  });
}

const SCRIPTS = ['code', 'polars', 'polars_lazy'] as const;

describe.each(SCRIPTS)('the script "%s"', (script) => {
  it('raises an error for a violation in the mode error', () => {
    const code = checked('assertNotNull', { columns: ['id'] })[script];
    expect(code).toContain('if len(violations) > 0:\n        raise ValueError(');
    expect(code).not.toContain('import sys');
  });

  it('prints a violation to the standard error in the mode warn', () => {
    const code = checked('assertNotNull', { columns: ['id'], mode: 'warn' })[script];
    expect(code).toContain('file=sys.stderr');
    expect(code).not.toContain('raise ValueError(');
  });

  it('raises or prints by a parameter for the mode', () => {
    const mode: FlowParameter = { name: 'on_violation', type: 'string', default: 'warn' };
    const config = { max_rows: 5, mode: '{{ on_violation }}' };
    const code = checked('assertRowCount', config, [mode])[script];
    expect(code).toContain('if on_violation == "error":\n            raise ValueError(message)');
    expect(code).toContain('print(message, file=sys.stderr)');
  });

  it('writes the frame that was checked, without a copy of it', () => {
    const code = checked('assertUnique', {})[script];
    expect(code).toMatch(/^ {4}orders\.(to|write|sink)_csv\(/m);
  });

  it('evaluates a lazy plan at the check, before any file is written', () => {
    const code = checked('assertUnique', { columns: ['id'] })[script];
    const line = code.split('\n').find((one) => one.includes('violations = ')) ?? '';
    expect(line.endsWith('.collect()')).toBe(script === 'polars_lazy');
  });
});
