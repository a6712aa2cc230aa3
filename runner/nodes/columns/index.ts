import type { AnyNode } from '../definition.ts';
import { calculatedColumn } from './calculated-column.ts';
import { coalesceColumns } from './coalesce-columns.ts';
import { combineColumns } from './combine-columns.ts';
import { dropColumns } from './drop-columns.ts';
import { hashColumn } from './hash-column.ts';
import { mapValues } from './map-values.ts';
import { regexExtract } from './regex-extract.ts';
import { renameColumns } from './rename-columns.ts';
import { replaceValues } from './replace-values.ts';
import { selectColumns } from './select-columns.ts';
import { splitColumn } from './split-column.ts';
import { stringTransform } from './string-transform.ts';

/** The node types of the category `columns`. */
export const columnsNodes: readonly AnyNode[] = [
  calculatedColumn,
  coalesceColumns,
  combineColumns,
  dropColumns,
  hashColumn,
  mapValues,
  regexExtract,
  renameColumns,
  replaceValues,
  selectColumns,
  splitColumn,
  stringTransform,
];
