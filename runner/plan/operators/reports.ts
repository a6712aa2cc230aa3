import type { ChartRequest } from '../../charts/chart-request.ts';
import type { TypedExpression } from '../../expressions/typed-expression.ts';
import type { WrittenValue } from '../../expressions/literal.ts';
import type { ConfigPath, Operator, Relation } from '../relation.ts';

/** What a check tests: each row, the equality of rows, or the number of rows. */
export type CheckTest =
  | {
      readonly kind: 'rows';
      /** True for a row that violates the rule, false for any other; never null. */
      readonly violation: TypedExpression;
    }
  /** No cell of the columns may be null. `at`: where the config names them; undefined: they are all columns. */
  | {
      readonly kind: 'notNull';
      readonly names: readonly string[];
      readonly at: ConfigPath | undefined;
    }
  | {
      readonly kind: 'unique';
      readonly keys: readonly string[];
      readonly at: ConfigPath | undefined;
    }
  | {
      readonly kind: 'count';
      readonly min: RowBound | null;
      readonly max: RowBound | null;
    };

/** A bound of the number of rows, inclusive. */
export interface RowBound {
  readonly rows: number;
  readonly at: ConfigPath;
}

/** Part of a sentence: a text, or a value of the config, which a script may name as a parameter. */
export type RulePart = string | { readonly text: string; readonly at: ConfigPath };

/**
 * Passes its input through and reports the rows that violate a rule. A violation fails the node in the mode
 * `error`, which is an effect of the node; in the mode `warn` it is a warning.
 */
export interface Check extends Operator {
  readonly op: 'check';
  readonly input: Relation;
  readonly test: CheckTest;
  readonly mode: 'error' | 'warn';
  readonly modeAt: ConfigPath;
  /** The rule as a sentence without its full stop, such as `"amount" must not be null`. */
  readonly rule: readonly RulePart[];
  /** The columns whose cells a message shows. */
  readonly shown: readonly string[];
  /** Values of the config that no cell of a column can equal, since they have another type. */
  readonly neverEqual?: { readonly column: string; readonly values: readonly WrittenValue[] };
}

/**
 * Passes its input through and reports nulls of columns as warnings. It is the last operator of its node.
 * `lost`: the input is a projection that made values null. `left`: nulls that the node did not fill.
 */
export interface NullReport extends Operator {
  readonly op: 'nullReport';
  readonly input: Relation;
  readonly kind: 'lost' | 'left';
  /** At least one column of the input. */
  readonly names: readonly string[];
}

/** Passes its input through and reports a chart of small tables, which are computed from the same inputs. */
export interface Artifact extends Operator {
  readonly op: 'artifact';
  readonly input: Relation;
  readonly chart: ChartRequest;
  /** By the names under which the chart reads them. */
  readonly tables: Readonly<Record<string, Relation>>;
}
