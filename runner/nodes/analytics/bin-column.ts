import { z } from 'zod';
import { BIN_METHODS } from '../../plan/operators/bin.ts';
import { defineNode } from '../definition.ts';
import { columnField, integerField, selectField, type FormField } from '../form.ts';
import { newColumnField } from '../rules/derived-columns.ts';
import { requireTypes } from '../rules/required-types.ts';
import { binColumnExamples } from './examples/bin-column-examples.ts';

/** More bins are hardly an overview, and each costs a comparison for each row. */
const MAX_BINS = 1000;

const labels: FormField<readonly string[] | null> = {
  label: 'Labels',
  type: 'string_list',
  required: false,
  help: 'One text for each bin, from the lowest. Empty: the edges of the bin, such as (2.5, 5.0], rounded to six significant digits, or to as many more as distinguish the edges.',
  schema: z
    .array(
      z.union([z.string(), z.number()], 'a label must be text').transform(String),
      'must be a list of texts',
    )
    .nullish()
    .transform((texts) =>
      texts === null || texts === undefined || texts.length === 0 ? null : texts,
    ),
};

export const binColumn = defineNode({
  id: 'binColumn',
  label: 'Bin Column',
  category: 'analytics',
  description:
    'Adds the bin of each number as text. A bin is (a, b]: it has its upper edge, and not its lower one. Null and infinity are in no bin.',
  form: {
    column: columnField('Column', { help: 'A column of integers or floats.' }),
    new_column: newColumnField,
    method: selectField('Method', BIN_METHODS, {
      default: 'equalwidth',
      help: 'equalwidth: bins of equal width. quantile: bins with equally many rows; equal numbers share a bin.',
    }),
    bins: integerField('Bins', { min: 2, max: MAX_BINS, default: 4 }),
    labels,
  },
  refine: (config) =>
    config.superRefine(({ bins, labels: texts }, context) => {
      if (texts === null || texts.length === bins) return;
      const message = `needs one label for each of the ${bins} bins, and has ${texts.length}`;
      context.addIssue({ code: 'custom', path: ['labels'], message });
    }),
  lower({ column, new_column: name, method, bins, labels: texts }, inputs) {
    const input = inputs.one();
    requireTypes([input.column(column, 'column')], 'column', ['integer', 'float']);
    const at = { name: ['new_column'], column: ['column'], bins: ['bins'], labels: ['labels'] };
    return input.bin({ column, name, method, bins, labels: texts, at });
  },
  examples: binColumnExamples,
});
