import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ChartArtifact } from '../../runner/charts/chart-artifact.ts';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import type { JsonObject } from '../../runner/domain/json.ts';
import { evaluateOutput } from '../../runner/execution/evaluate-output.ts';
import type { NodeReport } from '../../runner/execution/node-report.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import { knownRelation, type Relation } from '../../runner/plan/relation.ts';
import { readConfig } from '../../runner/graph/node-config.ts';
import { Table } from '../../runner/plan/table.ts';
import { writeTable } from '../parity/table-file.ts';
import { scriptSettings } from './script-settings.ts';
import { checkedEngine } from './checked-engine.ts';
import { NO_DATABASES } from '../../runner/execution/database-context.ts';

/**
 * Draws the chart of a node over a table on all engines.
 * @returns their charts, in the order of ENGINES
 */
export async function drawCharts(
  type: string,
  config: JsonObject,
  table: ExampleTable,
): Promise<readonly ChartArtifact[]> {
  const reports = await reportCharts(type, config, table);
  return reports.map(({ chart }) => ChartArtifact.parse(chart));
}

/**
 * Like drawCharts, with the warnings.
 * @returns the reports of the node, in the order of ENGINES
 */
export async function reportCharts(
  type: string,
  config: JsonObject,
  table: ExampleTable,
): Promise<readonly NodeReport[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-charts-'));
  try {
    const file = path.join(folder, 'table.parquet');
    writeTable(table, file);
    const relation = lowered(type, config, table);
    const reports: NodeReport[] = [];
    for (const engine of ENGINES) {
      reports.push(await reportChart(engine, relation, { path: file, table, scratch: folder }));
    }
    return reports;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function lowered(type: string, config: JsonObject, { columns }: ExampleTable): Relation {
  const node = nodeOfType(type);
  if (node === undefined) throw new TypeError(`There is no node type ${type}.`);
  const source = { op: 'source', name: 'in', columns } as const;
  const table = new Table({ op: 'input', handle: 'in', position: 0, relation: source, columns });
  const { out } = node.lower(
    readConfig(node, { id: type, type, data: { config } }, {}),
    { one: () => table, many: () => [table] },
    { parameters: {}, localTime: EXAMPLE_TIME },
  );
  if (out === undefined) throw new TypeError(`${type} has no output.`);
  return knownRelation(out.relation);
}

async function reportChart(
  engine: Engine,
  relation: Relation,
  {
    path: file,
    table: { columns, rows },
    scratch,
  }: { readonly path: string; readonly table: ExampleTable; readonly scratch: string },
): Promise<NodeReport> {
  const adapter = checkedEngine(engine);
  const frame = await adapter.readFile({ path: file, columns, rowCount: rows.length });
  const { report } = await evaluateOutput(adapter, relation, {
    nodeId: 'chart',
    input: () => frame,
    sources: [frame],
    consumers: 1,
    scratch,
    databases: NO_DATABASES,
    scripts: { settings: await scriptSettings(), onOutput: () => undefined },
  });
  return report;
}
