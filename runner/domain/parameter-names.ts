import { ComparisonBudget } from './comparison-budget.ts';
import type { FlowParameter } from './graph.ts';
import { nearestName } from './nearest-name.ts';

const MAX_LISTED = 20;

/** The declared parameters of a flow, and messages about undeclared names. */
export class ParameterNames {
  readonly #names: ReadonlySet<string>;
  readonly #budget = new ComparisonBudget();

  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /** The names of parameter declarations. */
  static of(specs: readonly FlowParameter[] = []): ParameterNames {
    return new ParameterNames(specs.map(({ name }) => name));
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  /** The message about an undeclared name, with the nearest declared name. */
  unknown(name: string): string {
    if (this.#names.size === 0) return `There is no parameter "${name}": this flow declares none.`;
    const nearest = nearestName(name, this.#names, this.#budget);
    return nearest === undefined
      ? `There is no parameter "${name}". The parameters are: ${this.#listed()}.`
      : `There is no parameter "${name}". Did you mean "${nearest}"?`;
  }

  #listed(): string {
    const listed = [...this.#names].slice(0, MAX_LISTED).join(', ');
    return this.#names.size > MAX_LISTED ? `${listed}, …` : listed;
  }
}
