import type { ColumnType } from '../domain/column.ts';

export interface ColumnReference {
  readonly kind: 'column';
  readonly name: string;
  readonly type: ColumnType;
}
