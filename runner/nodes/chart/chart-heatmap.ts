import { isChartNumber } from '../../charts/chart-number.ts';
import { CHART_LIMITS } from '../../charts/limits.ts';
import { correlate } from '../../plan/builders/correlations.ts';
import { defineNode } from '../definition.ts';
import { optionalColumnsField, type FormField } from '../form.ts';
import { distinctColumns } from '../rules/derived-columns.ts';
import { titleField } from './chart-fields.ts';
import { chartHeatmapExamples } from './examples/chart-heatmap-examples.ts';

const { heatmapColumns: maximum } = CHART_LIMITS;

const columnsField: FormField<readonly string[]> = optionalColumnsField('Columns', {
  dropsRepeats: true,
  help: `At most ${maximum} columns of numbers. Empty: the first ${maximum} of the table.`,
});

export const chartHeatmap = defineNode({
  id: 'chartHeatmap',
  label: 'Correlation Heatmap',
  category: 'chart',
  description:
    'Draws the Pearson correlation of each pair of columns, over the rows that have both values. Booleans are 0 and 1; columns without numbers are dropped. Rows pass through.',
  form: { title: titleField, columns: columnsField },
  refine: (config) =>
    config.refine(({ columns }) => columns.length <= maximum, {
      path: ['columns'],
      message: `must be at most ${maximum} columns`,
    }),
  lower({ title, columns: names }, inputs) {
    const input = inputs.one();
    const candidates = names.length > 0 ? distinctColumns(input, names, 'columns') : input.columns;
    const usable = candidates.filter(({ type }) => isChartNumber(type));
    const shown = usable.slice(0, maximum);
    const dropped = names.length > 0 ? candidates.filter((column) => !usable.includes(column)) : [];
    return input.artifact(
      {
        kind: 'heatmap',
        title,
        columns: shown.map(({ name }) => name),
        dropped_columns: dropped.map(({ name }) => name),
        total_columns: usable.length,
      },
      { pairs: correlate(input, shown) },
    );
  },
  examples: chartHeatmapExamples,
});
