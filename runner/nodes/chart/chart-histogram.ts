import { isChartNumber } from '../../charts/chart-number.ts';
import { CHART_LIMITS } from '../../charts/limits.ts';
import { defineNode } from '../definition.ts';
import { columnField, integerField } from '../form.ts';
import { titleField } from './chart-fields.ts';
import { chartHistogramExamples } from './examples/chart-histogram-examples.ts';
import { asFloat, float } from './float-expressions.ts';
import { histogramTables } from './histogram-tables.ts';

const { bins: limits } = CHART_LIMITS;

export const chartHistogram = defineNode({
  id: 'chartHistogram',
  label: 'Histogram',
  category: 'chart',
  description:
    'Counts the values of a column in bins of equal width. A bin has its lower bound, the last one both. Nulls and infinities are not counted; a column of texts or dates has no bins. Rows pass through.',
  form: {
    title: titleField,
    column: columnField('Column', {
      help: 'A column of numbers. Texts are read as numbers; others are missing.',
    }),
    bins: integerField('Bins', {
      min: 1,
      max: limits.max,
      default: limits.default,
      nullMeans: 'absent',
    }),
  },
  lower({ title, column, bins }, inputs) {
    const input = inputs.one();
    const found = input.column(column, 'column');
    const isNumber = isChartNumber(found.type) || found.type === 'string';
    const expression = isNumber ? asFloat(found) : float(0);
    const values = input.withColumns([{ name: 'value', expression }]).select(['value'], 'column');
    const shown = isNumber ? values : values.slice({ offset: 0, length: 0 });
    return input.artifact({ kind: 'histogram', title, column, bins }, histogramTables(shown, bins));
  },
  examples: chartHistogramExamples,
});
