import type { JsonObject } from '../../domain/json.ts';
import { lastPlace, shortLabels, shortUnit } from './short-numbers.ts';
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

/** An axis has a tick every 40 pixels, so at most 15, at round numbers: a step is at least this share of the axis. */
const LEAST_STEP = 1 / 25;

/** The least and the greatest of some numbers. */
interface Ends {
  readonly least: number;
  readonly greatest: number;
}

/**
 * How a picture shows the numbers of an axis: extreme ones in a unit that its title names, large ones in one that
 * each label names.
 */
export class NumberScale {
  readonly #unit: number;
  /** Of the numbers in the unit; without one, both are 0. */
  readonly #ends: Ends;
  readonly #values: readonly unknown[];

  /** @param values what the axis shows; others than numbers have no place on it */
  constructor(values: readonly unknown[]) {
    const numbers = values.filter((value) => sizeOf(value) !== null);
    this.#values = numbers;
    const greatest = numbers.reduce<number>((most, value) => Math.max(most, sizeOf(value) ?? 0), 0);
    this.#unit = greatest > GREATEST || (greatest > 0 && greatest < LEAST) ? powerOf(greatest) : 1;
    this.#ends = endsOf(numbers.map((value) => Number(value) / this.#unit));
  }

  /** A channel from the least to the greatest number. */
  openChannel(field: string, title: string): JsonObject {
    const { least, greatest } = this.#ends;
    return {
      ...this.#channel(field, title, this.#ends, least === greatest),
      ...openScale(this.#values),
    };
  }

  /** A channel from zero. */
  channel(field: string, title: string): JsonObject {
    const { least, greatest } = this.#ends;
    const ends = { least: Math.min(least, 0), greatest: Math.max(greatest, 0) };
    return this.#channel(field, title, ends, false);
  }

  /**
   * A channel from zero, or from the least to the greatest number if they are further from zero than from each
   * other: from zero, prices of 25 to 30 would be a flat line.
   */
  nearChannel(field: string, title: string): JsonObject {
    const { least, greatest } = this.#ends;
    const distance = Math.max(least, -greatest);
    const isNear = least < greatest && greatest - least < distance;
    return isNear ? this.openChannel(field, title) : this.channel(field, title);
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

  #channel(field: string, title: string, ends: Ends, isConstant: boolean): JsonObject {
    const labels = labelsOf(ends, isConstant);
    const axis = labels === null ? {} : { axis: labels };
    return { ...numberChannel(field, this.title(title)), ...axis };
  }
}

/** The labels of an axis, if they are not those of Vega. @param isConstant whether it has one place only */
function labelsOf({ least, greatest }: Ends, isConstant: boolean): JsonObject | null {
  const size = Math.max(Math.abs(least), Math.abs(greatest));
  if (size !== 0 && (size >= LONG || size <= SHORT)) return { format: EXPONENT_FORMAT };
  const step = isConstant ? lastPlace(greatest) : (greatest - least) * LEAST_STEP;
  const unit = shortUnit(size, step);
  if (unit !== null) return shortLabels(unit);
  // Vega rounds the label of a scale of one place to an integer.
  return isConstant ? { format: PLAIN_FORMAT } : null;
}

function endsOf([first = 0, ...others]: readonly number[]): Ends {
  const widen = ({ least, greatest }: Ends, value: number): Ends => ({
    least: Math.min(least, value),
    greatest: Math.max(greatest, value),
  });
  return others.reduce(widen, { least: first, greatest: first });
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
