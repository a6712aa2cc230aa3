import type { ProgressLine } from './progress-line.ts';

/** Shows the progress of a run as a line: the number of finished nodes and the current node. */
export class RunProgressLine {
  readonly #line: ProgressLine;
  /** Label by node id. */
  readonly #labels: ReadonlyMap<string, string>;
  readonly #done = new Set<string>();
  #current: string | null = null;

  constructor(line: ProgressLine, labels: ReadonlyMap<string, string>) {
    this.#line = line;
    this.#labels = labels;
  }

  /** Shows that the run is queued. */
  pending(): void {
    this.#line.show('waiting for a runner');
  }

  /** Starts an attempt, discarding the progress of an earlier one. */
  started(): void {
    this.#done.clear();
    this.#current = null;
    this.#show();
  }

  nodeStarted(nodeId: string): void {
    this.#current = nodeId;
    this.#show();
  }

  nodeFinished(nodeId: string): void {
    this.#done.add(nodeId);
    this.#current = null;
    this.#show();
  }

  end(): void {
    this.#line.clear();
  }

  #show(): void {
    const label = this.#current === null ? '' : (this.#labels.get(this.#current) ?? this.#current);
    const now = label === '' ? '' : `, now: ${label}`;
    this.#line.show(`running: ${this.#done.size} of ${this.#labels.size} nodes done${now}`);
  }
}
