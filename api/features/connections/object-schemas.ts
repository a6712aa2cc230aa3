import { z } from 'zod';
import { DECIMALS, DELIMITERS, ENCODINGS } from '../../../runner/domain/parse-options.ts';

export const FileDialect = z
  .object({
    delimiter: z
      .enum(DELIMITERS)
      .nullable()
      .meta({ description: 'Null: one column, or a TSV file.' }),
    encoding: z.enum(ENCODINGS).nullable().meta({ description: 'Null: empty, or no text.' }),
    decimal: z
      .enum(DECIMALS)
      .nullable()
      .meta({ description: 'The decimal mark. Null: a point, or no fractions.' }),
  })
  .meta({
    id: 'FileDialect',
    description: 'How a delimited file is written, as far as its beginning shows.',
    examples: [{ delimiter: ';', encoding: 'utf-8', decimal: ',' }],
  });
