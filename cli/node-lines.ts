import { plainText } from './plain-text.ts';

/** The result of a node, with the field names of run results and the API. */
export interface NodeOutcome {
  readonly status: string;
  readonly label: string;
  readonly rows: number | null;
  readonly duration_ms: number | null;
}

/** Formats one line per node of a run: status, label, rows, time. */
export function nodeLines(nodes: readonly NodeOutcome[]): readonly string[] {
  return nodes.map(({ status, label, rows, duration_ms }) => {
    const count = rows === null ? '' : `${rows} rows`;
    const time = duration_ms === null ? '' : `${duration_ms} ms`;
    return `${status.padEnd(8)} ${plainText(label).padEnd(28)} ${count.padStart(14)} ${time.padStart(12)}`.trimEnd();
  });
}
