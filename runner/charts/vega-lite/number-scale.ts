import type { JsonObject } from '../../domain/json.ts';
import { numberChannel, openScale } from './specification.ts';

/** Beyond these, the differences and steps that Vega computes leave the range of floats. */
const GREATEST = 1e300;
const LEAST = 1e-290;
/** The least power of ten that is a float. */
const LEAST_EXPONENT = -323;

/** Beyond these, labels have so many digits that Vega cuts them. */
const LONG = 1e16;
const SHORT = 1e-9;
/** Without the last digits, which are those of rounded sums of steps. */
const EXPONENT_FORMAT = '.14~e';
const PLAIN_FORMAT = ',.14~g';

/** How a picture shows the numbers of an axis: extreme ones in a unit that its title names. */
export class NumberScale {
  readonly #unit: number;
  /** The greatest number in the unit. */
  readonly #greatest: number;
  readonly #values: readonly unknown[];
  readonly #isConstant: boolean;

  /** @param values what the axis shows; others than numbers have no place on it */
  constructor(values: readonly unknown[]) {
    const numbers = values.filter((value) => sizeOf(value) !== null);
    this.#values = numbers;
    this.#isConstant = new Set(numbers.map(Number)).size === 1;
    const greatest = numbers.reduce<number>((most, value) => Math.max(most, sizeOf(value) ?? 0), 0);
    this.#unit = greatest > GREATEST || (greatest > 0 && greatest < LEAST) ? powerOf(greatest) : 1;
    this.#greatest = greatest / this.#unit;
  }

  /** A channel from the least to the greatest number. */
  openChannel(field: string, title: string): JsonObject {
    // Vega rounds the label of a scale of one place to an integer.
    const axis = this.#isConstant ? { axis: { format: PLAIN_FORMAT } } : {};
    return { ...axis, ...this.channel(field, title), ...openScale(this.#values) };
  }

  /** A number in the unit. */
  of<Kind>(value: Kind): Kind | number {
    return this.#unit !== 1 && (typeof value === 'number' || typeof value === 'bigint')
      ? Number(value) / this.#unit
      : value;
  }

  /** A title with the unit. */
  title(title: string): string {
    return this.#unit === 1 ? title : `${title} (× ${this.#unit})`;
  }

  /** A channel of the numbers of a field. */
  channel(field: string, title: string): JsonObject {
    const isPlain = this.#greatest === 0 || (this.#greatest < LONG && this.#greatest > SHORT);
    const axis = isPlain ? {} : { axis: { format: EXPONENT_FORMAT } };
    return { ...numberChannel(field, this.title(title)), ...axis };
  }
}

/** Of the centuries in which most data lies. */
const YEAR = /^(1[5-9]|2[01])\d\d$/;

/** A channel of places on a scale that may not have zero. Years have no separator of thousands. */
export function placeChannel(
  field: string,
  title: string,
  places: readonly (number | bigint | string | null)[],
): JsonObject {
  const numbers = places.filter((place) => place !== null);
  const areYears = numbers.length > 0 && numbers.every((number) => YEAR.test(String(number)));
  const axis = areYears ? { axis: { format: 'd', tickMinStep: 1 } } : {};
  return { ...new NumberScale(numbers).openChannel(field, title), ...axis };
}

function sizeOf(value: unknown): number | null {
  return typeof value === 'number' || typeof value === 'bigint' ? Math.abs(Number(value)) : null;
}

function powerOf(value: number): number {
  return Number(`1e${Math.max(LEAST_EXPONENT, Math.floor(Math.log10(value)))}`);
}
