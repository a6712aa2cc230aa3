import type { ColumnSchema } from '../../domain/column.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { MAX_COMPARED } from '../rounded-cells.ts';
import { EXACT_DIGITS, isRounded, roundedMessage } from '../rounded-decimal.ts';

/** The numbers of a file whose digits a float does not keep. */
export class RoundedNumbers {
  readonly #examples = new Map<number, string>();
  #compared = 0;

  /** Inspects a number, if it is long and one of the first such ones. */
  add(place: number, source: string): void {
    if (source.length <= EXACT_DIGITS || this.#compared === MAX_COMPARED) return;
    if (this.#examples.has(place)) return;
    this.#compared++;
    if (isRounded(source)) this.#examples.set(place, source);
  }

  /** Warnings of the columns that are floats; those of texts have all digits. */
  warnings(columns: readonly ColumnSchema[]): FileWarning[] {
    return [...this.#examples].flatMap(([place, example]): FileWarning[] => {
      const column = columns[place];
      if (column?.type !== 'float') return [];
      const message = roundedMessage(
        column.name,
        example,
        'Write them as texts to keep all digits.',
      );
      return [{ code: 'rounded_decimals', column: column.name, message }];
    });
  }
}
