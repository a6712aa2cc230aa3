/** The version of nodejs-polars in package.json. The files of this folder hold for no other version. */
export const NODEJS_POLARS_VERSION = '0.26.1';

/** What a version does, and what to do at an upgrade to one that does not. */
export interface Assumption {
  /** The end of the sentence "nodejs-polars …". */
  readonly does: string;
  readonly otherwise: string;
}

/**
 * All that the runner assumes of this version beyond its documentation. index.test.ts checks each
 * assumption. What its Parquet and Arrow readers print is in formats/parquet/reader-failure.ts.
 */
export const ASSUMPTIONS = {
  columnsHideMembers: {
    does: 'hides a member of a frame behind a column of the same name',
    otherwise: 'wrap frames in light-frame.ts for speed alone, without withoutProxy',
  },
  factoriesAreExports: {
    does: 'reads the factories of frames, series and expressions from its exports at each call',
    otherwise: 'find another way to replace the factories in library.ts',
  },
  seriesConstructor: {
    does: 'makes a series of values by a factory that it does not read from its exports',
    otherwise: 'remove the constructor of series from library.ts',
  },
  jsonForm: {
    does: 'reads columns, constants and 128-bit integers from the JSON form',
    otherwise: 'adapt the JSON of expression-form.ts',
  },
  jsonIsLimited: {
    does: 'reads at most 128 levels of the JSON form',
    otherwise: 'nest expressions in JSON and remove the binary form from expression-form.ts',
  },
  binaryForm: {
    does: 'writes an expression to bytes that contain the bytes of its arguments',
    otherwise: 'find another way to nest expressions in expression-form.ts',
  },
  opaqueMethods: {
    does: 'cannot serialise the expression of str.toUpperCase',
    otherwise: 'replace entries of functions.ts by methods of expressions',
  },
  errorCode: {
    does: 'gives all its errors the code GenericFailure',
    otherwise: 'adapt isPolarsError in errors.ts',
  },
  errorPlan: {
    does: 'writes the reason on the first line of an error',
    otherwise: 'adapt polarsReason in errors.ts',
  },
  overflowText: {
    does: 'quotes the integer that a strict cast from 128 to 64 bits cannot convert',
    otherwise: 'adapt overflownInteger in errors.ts, for sums and products of groups',
  },
  unnamedType: {
    does: 'has no class for 128-bit integers and names the type in an error',
    otherwise: 'remove unnamedType from errors.ts, or adapt it',
  },
  nullKeysMatch: {
    does: 'matches null keys of four key columns',
    otherwise: 'remove null-keys.ts and the key for it in polars/join.ts and polars-python/join.ts',
  },
  reciprocalDivisor: {
    does: 'multiplies by the reciprocal of a constant divisor',
    otherwise: 'remove divisor-in-rows.ts and Operation.divides',
  },
  bigintsAreNull: {
    does: 'makes nulls of the bigints of an array',
    otherwise: 'pass integers to Series as they are in rows-to-frame.ts',
  },
  negativeZeroText: {
    does: 'writes -0 as -0.0',
    otherwise: 'cast floats to text directly in to-text.ts',
  },
  infiniteMedian: {
    does: 'has no median of infinities of both signs',
    otherwise: 'use median() in aggregate-expression.ts',
  },
  orderedWindows: {
    does: 'evaluates a window in the order of a key, with nulls last and ties in the order of the input',
    otherwise: 'adapt applyOver in expression-form.ts',
  },
  windowsWithoutOrder: {
    does: 'has no order in over',
    otherwise: 'replace applyOver in expression-form.ts by over',
  },
  asyncCollect: {
    does: 'selects the streaming engine only in collectSync',
    otherwise: 'evaluate plans with collect in polars-engine.ts',
  },
} as const satisfies Readonly<Record<string, Assumption>>;
