import type { AnyNode } from '../definition.ts';
import { calculatedColumn } from './calculated-column.ts';
import { dropColumns } from './drop-columns.ts';
import { renameColumns } from './rename-columns.ts';
import { selectColumns } from './select-columns.ts';

/** The node types of the category `columns`. */
export const columnsNodes: readonly AnyNode[] = [
  calculatedColumn,
  dropColumns,
  renameColumns,
  selectColumns,
];
