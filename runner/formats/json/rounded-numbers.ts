import type { ColumnSchema } from '../../domain/column.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { isRounded, mayBeRounded, roundedMessage } from '../rounded-decimal.ts';

/** The numbers of a file whose digits a float does not keep. */
export class RoundedNumbers {
  readonly #examples = new Map<number, string>();

  /** Compares a number with the float that it is read as. */
  add(place: number, source: string): void {
    if (!mayBeRounded(source) || this.#examples.has(place)) return;
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
