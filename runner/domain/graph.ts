import type { ComputeResources } from './compute-resources.ts';
import type { JsonObject, JsonValue } from './json.ts';

export interface GraphNode {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly label?: string; readonly config: JsonObject };
}

export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  /** Absent: the only output of the source. */
  readonly sourceHandle?: string | null;
  /** Absent: `in`. */
  readonly targetHandle?: string | null;
}

export const PARAMETER_TYPES = ['string', 'integer', 'number', 'boolean'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

export interface FlowParameter {
  readonly name: string;
  readonly type?: ParameterType;
  /** Null or absent: a value is required at run. */
  readonly default?: JsonValue;
  readonly description?: string;
}

/** A flow as saved: nodes, the edges between their handles, declared parameters, engine. */
export interface GraphDocument {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** Any text may be stored; it is judged when a run starts. Absent: the server's default. */
  readonly engine?: string | null;
  /** CPU and memory of its runs in a cluster, judged when one starts. */
  readonly resources?: ComputeResources | null | undefined;
  readonly parameters?: readonly FlowParameter[];
}

/** The name a person knows a node by: its label, else its type. */
export function nodeLabel(node: GraphNode): string {
  return node.data.label ?? node.type;
}
