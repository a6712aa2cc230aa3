import type { Answer } from './app.ts';

export type Nodes = Record<string, readonly [type: string, config?: object]>;

/** `a>b c>d.left`; the label of a node is its id in capitals. */
export function graph(nodes: Nodes, edges: string, more: object = {}): object {
  return {
    nodes: Object.entries(nodes).map(([id, [type, config]]) => ({
      id,
      type,
      data: { label: id.toUpperCase(), config: config ?? {} },
    })),
    edges: edges.split(' ').map((edge) => {
      const [source, target = ''] = edge.split('>');
      const [to, targetHandle = null] = target.split('.');
      return { source, target: to, targetHandle };
    }),
    ...more,
  };
}

export const input = (dataset: string): [string, object] => ['fileInput', { dataset_id: dataset }];
export const OUT: [string] = ['fileOutput'];

/** Formats sources of columns, such as `in.price`. */
export function sources(from: readonly { node_id: string; column: string }[]): string {
  return from.map(({ node_id, column }) => `${node_id}.${column}`).join(' ');
}

/** The body of a validation. */
export interface Validated {
  readonly valid: boolean;
  readonly problems: readonly Record<string, unknown>[];
  readonly nodes: readonly {
    readonly node_id: string;
    readonly status: string;
    readonly columns:
      | readonly {
          readonly name: string;
          readonly type: string;
          readonly origin: string;
          readonly from: readonly { node_id: string; column: string }[];
        }[]
      | null;
    readonly plan: readonly string[] | null;
    readonly rows_by: readonly { node_id: string; column: string }[];
  }[];
}

/** Formats each column of a node as `name type origin sources`. */
export function columns(answer: Answer, nodeId: string): string[] {
  const { nodes } = answer.body as Validated;
  const found = nodes.find(({ node_id }) => node_id === nodeId)?.columns ?? [];
  return found.map(({ name, type, origin, from }) =>
    [name, type, origin, sources(from)].join(' ').trim(),
  );
}

/** Formats each problem as `node field: severity`. */
export function places(answer: Answer): string[] {
  const { problems } = answer.body as Validated;
  return problems.map(
    ({ node_id, field, severity }) => `${String(node_id)} ${String(field)}: ${String(severity)}`,
  );
}
