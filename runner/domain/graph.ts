import type { ComputeResources } from './compute-resources.ts';
import type { JsonObject, JsonValue } from './json.ts';

/** A node of a flow. */
export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly label?: string; readonly config: JsonObject };
}

/** A connection from an output handle to an input handle. */
export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  /** Absent: the single output of the source. */
  readonly sourceHandle?: string | null;
  /** Absent: `in`. */
  readonly targetHandle?: string | null;
}

export const PARAMETER_TYPES = ['string', 'integer', 'number', 'boolean'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** A parameter that a flow declares. */
export interface FlowParameter {
  readonly name: string;
  readonly type?: ParameterType;
  /** Null or absent: each run must supply a value. */
  readonly default?: JsonValue;
  readonly description?: string;
}

/** A saved flow. */
export interface GraphDocument {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Validated when a run starts, not when the flow is saved. Absent: the default of the server. */
  readonly engine?: string | null;
  /** Compute resources of its runs in a cluster, validated when a run starts. */
  readonly resources?: ComputeResources | null | undefined;
  readonly parameters?: readonly FlowParameter[];
  /** Whether its runs read unchanged nodes from the cache. Absent or null: no. */
  readonly cache?: boolean | null | undefined;
  /** Whether databases compute parts of its runs. Absent or null: yes. */
  readonly pushdown?: boolean | null | undefined;
}

/** The display name of a node: its label, else its type. */
export function nodeLabel(node: GraphNode): string {
  return node.data.label ?? node.type;
}
