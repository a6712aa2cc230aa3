import type { ColumnSchema } from '../domain/column.ts';
import { atom } from '../expressions/python-code.ts';
import { toText } from '../expressions/operations/text-casts.ts';
import { polarsColumn } from './polars-column.ts';
import type { PythonContext } from './python-context.ts';
