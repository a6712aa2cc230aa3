import { trusted, type SqlText } from '../../domain/sql-text.ts';
import type { SqlOperation } from './dialect.ts';

const NONE = trusted('NULL');

/** An operation of one argument. */
export const of =
  (form: (value: SqlText) => SqlText): SqlOperation =>
  ([value = NONE]) =>
    form(value);

/** An operation of two arguments. */
export const ofTwo =
  (form: (left: SqlText, right: SqlText) => SqlText): SqlOperation =>
  ([left = NONE, right = NONE]) =>
    form(left, right);
