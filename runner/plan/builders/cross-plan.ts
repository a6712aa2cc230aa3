import { UserError } from '../../domain/errors.ts';
import { attributeToField, checkDistinctNames } from './field-checks.ts';
import { joinedColumns } from './join-plan.ts';
import type { Cross, Relation } from '../relation.ts';

/** The config of a cross join. */
export type CrossRequest = Pick<Cross, 'suffixes' | 'maxRows'>;

/** Plans a cross join. @throws ConfigError for suffixes that yield duplicate names */
export function planCross(left: Relation, right: Relation, request: CrossRequest): Cross {
  const { suffixes } = request;
  const cells = joinedColumns(left.columns, right.columns, [], { how: 'inner', suffixes });
  attributeToField('suffixes', () => {
    checkDistinctNames(cells.map(({ name }) => name));
  });
  const columns = cells.map(({ name, type }) => ({ name, type }));
  return { op: 'cross', left, right, suffixes, maxRows: request.maxRows, cells, columns };
}

/** @throws UserError when the product has more rows than the relation allows */
export function checkProduct(left: number, right: number, { maxRows }: Cross): void {
  if (left * right <= maxRows) return;
  throw new UserError(
    `${left} left rows and ${right} right rows would be ${left * right} rows, and at most ${maxRows} are allowed. Filter the inputs, join them by a key, or raise "max_rows".`,
  );
}
