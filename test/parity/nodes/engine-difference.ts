import { exactJson } from '../../../runner/domain/exact-json.ts';
import { UserError } from '../../../runner/domain/errors.ts';
import type { Frame } from '../../../runner/engines/pandas/frame.ts';
import { schemaOf } from '../../../runner/engines/pandas/kernels/columns/column-access.ts';
import { isPolarsError } from '../../../runner/engines/polars/pinned/errors.ts';
import { hasOrder } from '../../../runner/plan/order.ts';
import { isDiscovered } from '../../../runner/plan/relation.ts';
import { reportingOperators } from '../../../runner/plan/traits.ts';
import { accepts, type NodeUse } from '../../support/node-arbitrary.ts';
import {
  declaredColumns,
  loweredOutput,
  onPandas,
  onPolars,
} from '../../support/transform-engines.ts';
import { analyseFlow } from '../analyse-flow.ts';
import { difference, type ColumnTolerances } from '../difference.ts';
import { ALIKE_ZEROS } from '../float-rule.ts';
import { floatTolerances } from '../float-tolerances.ts';
import { sortedRows } from '../row-order.ts';
import { areSameFiles, type ReadTable } from '../table-file.ts';
import { flowOfNode, NODE, OUT, tableOfFrame } from './node-flow.ts';
import { runNodeFlow } from './run-node-flow.ts';

/**
 * Runs a node on both engines. @returns how their results differ from each other or from the declared columns,
 * or how their messages differ; null when they agree, or when the node refuses the config before any engine
 */
export async function engineDifference(id: string, use: NodeUse): Promise<string | null> {
  const { inputs, config } = use;
  if (!accepts(id, inputs, config)) return null;
  // Only execution knows the columns, or a script worker evaluates the node.
  const output = loweredOutput(id, inputs, config);
  if (isDiscovered(output) || output.op === 'opaque') return await flowDifference(id, use);
  // Only execution evaluates what a node reports.
  if (reportingOperators(output).length > 0) return await flowDifference(id, use);
  const pandas = attempt(() => onPandas(id, inputs, config));
  const polars = attempt(() => onPolars(id, inputs, config));
  // Only the executor knows the failing cell, which the message names.
  if (pandas === null || polars === null) return await flowDifference(id, use);
  const declared = { columns: declaredColumns(id, inputs, config), rows: [] };
  for (const [engine, frame] of Object.entries({ pandas, polars })) {
    const found = difference({ columns: schemaOf(frame), rows: [] }, declared);
    if (found !== null) return `${engine} does not have its declared columns: ${found}`;
  }
  return await tableDifference(id, use, [tableOfFrame(pandas), tableOfFrame(polars)]);
}

/** Like engineDifference, but executes a flow of the node that reads and writes files. */
export async function flowDifference(id: string, use: NodeUse): Promise<string | null> {
  const { pandas, polars } = await runNodeFlow(flowOfNode(id, use));
  const [one, other] = [pandas, polars].map(({ reports }) => exactJson.stringify(reports));
  if (one !== other) return `pandas reports ${one}; polars reports ${other}`;
  if ('error' in pandas || 'error' in polars) {
    const [first, second] = [pandas, polars].map((one) =>
      'error' in one ? one.error : 'no error',
    );
    return first === second ? null : `pandas: ${first}; polars: ${second}`;
  }
  const [first, second] = [pandas, polars].map((one) => one.tables[OUT]);
  if (first === undefined || second === undefined) return 'An output is missing';
  if (areSameFiles(first, second)) return null;
  return await tableDifference(id, use, [first, second]);
}

async function tableDifference(
  id: string,
  use: NodeUse,
  [pandas, polars]: readonly [ReadTable, ReadTable],
): Promise<string | null> {
  const isOrdered = hasOrder(loweredOutput(id, use.inputs, use.config));
  const inOrder = isOrdered ? (table: ReadTable) => table : sortedRows;
  const tolerances = await tolerancesOf(id, use, pandas);
  const found = difference(inOrder(pandas), inOrder(polars), tolerances);
  return found === null ? null : `pandas instead of polars: ${found}`;
}

/** The tolerances of the float columns that a node returns. @param result one that it returned */
export async function tolerancesOf(
  id: string,
  use: NodeUse,
  result: ReadTable = { columns: [], rows: [] },
): Promise<ColumnTolerances> {
  const { graph, frames } = flowOfNode(id, use);
  const sources = Object.entries(frames);
  const columns = new Map(sources.map(([nodeId, frame]) => [nodeId, schemaOf(frame)]));
  const tables = Object.fromEntries(
    sources.map(([nodeId, frame]) => [nodeId, tableOfFrame(frame)]),
  );
  const analysis = await analyseFlow(graph, columns);
  const isKnown = analysis.nodes.some(({ node, columns }) => node.id === NODE && columns !== null);
  if (isKnown) return floatTolerances(analysis, tables).get(NODE) ?? new Map();
  // Only the run knows the columns of some nodes, such as a pivot: its keys, with the names of its input, and values.
  const read = new Set([...columns.values()].flat().map(({ name }) => name));
  return new Map(
    result.columns.map(({ name }) => [name, { absolute: ALIKE_ZEROS, isCopied: read.has(name) }]),
  );
}

/** @returns the frame; null for a failure of the user's. @throws any other error */
function attempt(run: () => Frame): Frame | null {
  try {
    return run();
  } catch (error) {
    if (error instanceof UserError || isPolarsError(error)) return null;
    throw error;
  }
}
