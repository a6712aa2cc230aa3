import { dtypeOf } from '../../../runner/domain/column.ts';
import { nodeLabel } from '../../../runner/domain/graph.ts';
import { truncateText } from '../../../runner/domain/truncate-text.ts';
import type { InputBinding } from '../../../runner/domain/run-spec.ts';
import type { AnalysedNode, NodeColumn } from '../../../runner/graph/analyse-columns.ts';
import { canRun, problemRecord } from '../../../runner/graph/problem.ts';
import { explainRelation } from '../../../runner/plan/explain.ts';
import type { Relation } from '../../../runner/plan/relation.ts';
import type { ValidationResult } from '../../domain/graphs/flow-validator.ts';
import type { FlowValidation } from './schemas.ts';

const MAX_PROBLEMS = 1_000;
/** In characters. */
const MAX_PLAN_LINE = 500;

/** The result of a validation as the API shows it, with up to 1,000 problems. */
export function toFlowValidation(result: ValidationResult): FlowValidation {
  const { engine, problems, nodes, bindings, segments } = result;
  return {
    valid: canRun(problems),
    engine,
    problems: problems.slice(0, MAX_PROBLEMS).map(problemRecord),
    nodes: nodes.map((node) => toNode(node, bindings.get(node.node.id))),
    segments:
      segments?.map(({ from, nodes: ids, cut }) => ({ from: [...from], nodes: [...ids], cut })) ??
      null,
  };
}

function toNode(
  { node, columns, relation, rowsBy }: AnalysedNode,
  binding: InputBinding | undefined,
): FlowValidation['nodes'][number] {
  return {
    node_id: node.id,
    type: node.type,
    label: nodeLabel(node),
    status: columns === null ? 'unknown' : 'known',
    columns:
      columns?.map(({ name, type, origin, from }) => ({
        name,
        type: dtypeOf(type),
        origin,
        from: from.map(toSource),
      })) ?? null,
    plan: relation === null ? null : planOf(relation),
    rows_by: rowsBy.map(toSource),
    dataset:
      binding === undefined
        ? null
        : {
            dataset_id: binding.datasetId,
            dataset_name: binding.datasetName,
            version_number: binding.versionNumber,
          },
  };
}

/** The operators of a node may list thousands of columns. */
function planOf(relation: Relation): string[] {
  return explainRelation(relation).map((line) => truncateText(line, MAX_PLAN_LINE));
}

function toSource({ nodeId, column }: NodeColumn): { node_id: string; column: string } {
  return { node_id: nodeId, column };
}
