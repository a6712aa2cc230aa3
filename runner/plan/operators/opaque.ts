import type { ColumnSchema } from '../../domain/column.ts';
import type { Relation } from '../relation.ts';

/** The programs that execute scripts of users. */
export const SCRIPT_RUNTIMES = ['python', 'javascript'] as const;
export type ScriptRuntime = (typeof SCRIPT_RUNTIMES)[number];

/** The fields that a script has whether or not its columns are declared. */
interface ScriptFields {
  readonly inputs: readonly Relation[];
  readonly runtime: ScriptRuntime;
  /** The body of a function of `argument`. */
  readonly script: string;
  /** How the script gets the rows: as a frame, an array of objects, or an object of arrays. */
  readonly argument: 'df' | 'rows' | 'columns';
  /** Its author states that the same rows give the same result, so that a stored one may replace it. */
  readonly deterministic: boolean;
}

/**
 * The result of a script over the rows of its inputs. Nothing is known about it but its columns: every column
 * and row depends on all columns and rows, it may fail, and no pass moves an operator across it. Observes the
 * order. It is the output of a node and never the input of an operator of the same node, since a script
 * worker evaluates it and no engine.
 */
export interface Opaque extends ScriptFields {
  readonly op: 'opaque';
  /** The output schema. */
  readonly columns: readonly ColumnSchema[];
}

/** A script without declared columns. It has no schema: its execution replaces it by an Opaque. */
export interface DiscoveredOpaque extends ScriptFields {
  readonly op: 'discoveredOpaque';
}
