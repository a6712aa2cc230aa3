import type { TypedExpression } from '../../expressions/typed-expression.ts';
import type { Relation } from '../relation.ts';
import type { ConfigPath, Operator } from './operator.ts';

/** A result column of a projection. */
export interface Field {
  readonly name: string;
  readonly expression: TypedExpression;
  /** Where the config has the name. */
  readonly nameAt?: ConfigPath | undefined;
}

/** How a person would write a projection. It has no influence on the result. */
export type ProjectionStyle =
  | { readonly as: 'select' | 'drop' | 'rename'; readonly at?: ConfigPath | undefined }
  | { readonly as: 'assign' };

/** Computes one expression per column for each row. Keeps rows and order. */
export interface Project extends Operator {
  readonly op: 'project';
  readonly input: Relation;
  readonly fields: readonly Field[];
  readonly style: ProjectionStyle;
}

/** A projection whose expressions may have window calls, which read other rows. Keeps rows and order. */
export interface Window extends Operator {
  readonly op: 'window';
  readonly input: Relation;
  readonly fields: readonly Field[];
}
