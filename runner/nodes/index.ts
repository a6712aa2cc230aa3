import type { JsonObject } from '../domain/json.ts';
import { analyticsNodes } from './analytics/index.ts';
import { chartNodes } from './chart/index.ts';
import { cleanNodes } from './clean/index.ts';
import { columnsNodes } from './columns/index.ts';
import { inputNodes } from './input/index.ts';
import { outputNodes } from './output/index.ts';
import { qualityNodes } from './quality/index.ts';
import { reshapeNodes } from './reshape/index.ts';
import type { AnyNode, ConfigField, Handle } from './definition.ts';

/** All node types, sorted by id. */
export const nodes: readonly AnyNode[] = [
  ...analyticsNodes,
  ...chartNodes,
  ...cleanNodes,
  ...columnsNodes,
  ...inputNodes,
  ...outputNodes,
  ...qualityNodes,
  ...reshapeNodes,
].sort((left, right) => (left.id < right.id ? -1 : 1));

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
    is_flow_terminal: node.isFlowTerminal,
    config_schema: { fields: node.fields },
  };
}
