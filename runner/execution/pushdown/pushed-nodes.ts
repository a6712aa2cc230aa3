import type { PlannedNode } from '../../graph/validate-graph.ts';
import type { PartExecution } from './execute-part.ts';
import type { PushedPart } from './pushed-part.ts';

/** The nodes of a run that databases compute. */
export class PushedNodes {
  readonly #parts: ReadonlyMap<string, PushedPart>;
  readonly #executed = new Set<string>();

  /** @param parts by the id of their first node */
  constructor(parts: ReadonlyMap<string, PushedPart>) {
    this.#parts = parts;
  }

  /** Whether the result of a node is known, since its part is executed, now or before. */
  async includes<F>({ node }: PlannedNode, execution: PartExecution<F>): Promise<boolean> {
    const part = this.#parts.get(node.id);
    if (part !== undefined) {
      const { executePart } = await import('./execute-part.ts');
      const isExecuted = await executePart(part, execution);
      for (const { step } of isExecuted ? part.nodes : []) this.#executed.add(step.node.id);
    }
    return this.#executed.has(node.id);
  }
}
