import type { JsonObject } from '../domain/json.ts';
import type { AnyNode, ConfigField, Handle } from './definition.ts';
import { calculatedColumn } from './calculated-column.ts';
import { castDtypes } from './cast-dtypes.ts';
import { concatRows } from './concat-rows.ts';
import { dropColumns } from './drop-columns.ts';
import { dropNulls } from './drop-nulls.ts';
import { fileInput } from './file-input.ts';
import { fileOutput } from './file-output.ts';
import { fillNulls } from './fill-nulls.ts';
import { filterExpression } from './filter-expression.ts';
import { filterRows } from './filter-rows.ts';
import { groupByAggregate } from './group-by-aggregate.ts';
import { join } from './join.ts';
import { limitRows } from './limit-rows.ts';
import { pivot } from './pivot.ts';
import { removeDuplicates } from './remove-duplicates.ts';
import { renameColumns } from './rename-columns.ts';
import { selectColumns } from './select-columns.ts';
import { sortRows } from './sort-rows.ts';
import { unpivot } from './unpivot.ts';

/** All node types, sorted by id. */
export const nodes: readonly AnyNode[] = [
  calculatedColumn,
  castDtypes,
  concatRows,
  dropColumns,
  dropNulls,
  fileInput,
  fileOutput,
  fillNulls,
  filterExpression,
  filterRows,
  groupByAggregate,
  join,
  limitRows,
  pivot,
  removeDuplicates,
  renameColumns,
  selectColumns,
  sortRows,
  unpivot,
];

const byId: ReadonlyMap<string, AnyNode> = new Map(nodes.map((node) => [node.id, node]));

/** The definition of a node type; undefined for an unknown type. */
export function nodeOfType(id: string): AnyNode | undefined {
  return byId.get(id);
}

/** The catalogue entry of a node type. Field names are those of the API. */
export interface NodeSpec {
  readonly id: string;
  readonly label: string;
  readonly category: string;
  readonly description: string;
  readonly provider: string;
  readonly version: string;
  readonly inputs: readonly Handle[];
  readonly outputs: readonly Handle[];
  readonly default_config: JsonObject;
  readonly capabilities: readonly string[];
  readonly permissions: readonly string[];
  readonly requires_ml: boolean;
  readonly is_model_sink: boolean;
  readonly is_flow_terminal: boolean;
  readonly config_schema: { readonly fields: readonly ConfigField[] };
}

/** Converts a definition to its catalogue entry. */
export function toNodeSpec(node: AnyNode): NodeSpec {
  return {
    id: node.id,
    label: node.label,
    category: node.category,
    description: node.description,
    provider: 'service.core',
    version: '1.0.0',
    inputs: node.inputs,
    outputs: node.outputs,
    default_config: node.defaultConfig,
    capabilities: [],
    permissions: [],
    requires_ml: false,
    is_model_sink: false,
    is_flow_terminal: false,
    config_schema: { fields: node.fields },
  };
}
