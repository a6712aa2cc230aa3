import type { AnyNode } from '../definition.ts';
import { binColumn } from './bin-column.ts';
import { conditionalColumn } from './conditional-column.ts';
import { dateAdd } from './date-add.ts';
import { dateDifference } from './date-difference.ts';
import { describe } from './describe.ts';
import { extractDateParts } from './extract-date-parts.ts';
import { parseDates } from './parse-dates.ts';
import { jsTransform } from './js-transform.ts';
import { pythonTransform } from './python-transform.ts';
import { removeOutliers } from './remove-outliers.ts';
import { rollingAggregate } from './rolling-aggregate.ts';
import { roundNumbers } from './round-numbers.ts';
import { rowDifference } from './row-difference.ts';
import { windowFunction } from './window-function.ts';

/** The node types of the category `analytics`. */
export const analyticsNodes: readonly AnyNode[] = [
  binColumn,
  conditionalColumn,
  dateAdd,
  dateDifference,
  describe,
  extractDateParts,
  parseDates,
  jsTransform,
  pythonTransform,
  removeOutliers,
  rollingAggregate,
  roundNumbers,
  rowDifference,
  windowFunction,
];
