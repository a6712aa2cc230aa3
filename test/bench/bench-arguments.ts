import { parseArgs } from 'node:util';
import { errorCode } from '../../runner/domain/error-code.ts';

/** What `npm run bench` is asked for. */
export type BenchRequest =
  | {
      readonly kind: 'bounds';
      /** Empty: all. */
      readonly names: readonly string[];
      readonly node: readonly string[];
      readonly write: boolean;
    }
  | ({ readonly kind: 'against'; readonly commit: string } & Alternation)
  | ({ readonly kind: 'record' } & Alternation)
  /** It asks for something that cannot be done. */
  | { readonly kind: 'invalid'; readonly message: string };

/** Two rivals in turns. */
export interface Alternation {
  /** The benchmarks. */
  readonly names: readonly string[];
  /** Only cases with this text in their name; empty: all. */
  readonly text: string;
  /** How many times both are measured. */
  readonly pairs: number;
  /** No pair begins later. */
  readonly minutes: number;
}

/** The names of benchmarks. */
export interface BenchNames {
  readonly all: readonly string[];
  /** Those that can measure the service of another commit. */
  readonly ofServices: readonly string[];
}

const DEFAULT_PAIRS = 7;
const MAX_PAIRS = 100;
const DEFAULT_MINUTES = 60;
const MAX_MINUTES = 600;

/** Reads the arguments of `npm run bench`. */
export function parseBenchArguments(argv: readonly string[], known: BenchNames): BenchRequest {
  try {
    return requestOf(argv, known);
  } catch (error) {
    if (error instanceof Refusal || isOfParser(error)) {
      return { kind: 'invalid', message: error.message };
    }
    throw error;
  }
}

class Refusal extends Error {}

function isOfParser(error: unknown): error is Error {
  return errorCode(error)?.startsWith('ERR_PARSE_ARGS') === true;
}

function requestOf(argv: readonly string[], known: BenchNames): BenchRequest {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      record: { type: 'boolean', default: false },
      case: { type: 'string' },
      pairs: { type: 'string' },
      minutes: { type: 'string' },
      node: { type: 'string', multiple: true, default: [] },
      write: { type: 'boolean', default: false },
    },
  });
  const { against, record, node, write, ...turns } = values;
  const names = [...new Set(positionals)];
  refuseUnknown(names, known);
  if (against === undefined && !record) {
    const [option] = Object.keys(turns);
    if (option === undefined) return { kind: 'bounds', names, node, write };
    throw new Refusal(`--${option} needs --against COMMIT or --record.`);
  }
  if (node.length > 0 || write) {
    throw new Refusal('--node and --write belong to node-speed, without --against and --record.');
  }
  if (against === undefined) {
    return { kind: 'record', ...alternationOf('--record', { names, ...turns }, known) };
  }
  if (record) {
    throw new Refusal('--against compares with a commit, --record does not: give one of them.');
  }
  if (against.trim() === '') throw new Refusal('--against needs a commit, such as HEAD~1.');
  const alternation = alternationOf('--against', { names, ...turns }, known);
  return { kind: 'against', commit: against, ...alternation };
}

function alternationOf(
  option: string,
  given: {
    readonly names: readonly string[];
    readonly case?: string | undefined;
    readonly pairs?: string | undefined;
    readonly minutes?: string | undefined;
  },
  known: BenchNames,
): Alternation {
  return {
    names: namesOfServices(option, given.names, known),
    text: given.case ?? '',
    pairs: countOf('--pairs', given.pairs, { otherwise: DEFAULT_PAIRS, maximum: MAX_PAIRS }),
    minutes: countOf('--minutes', given.minutes, {
      otherwise: DEFAULT_MINUTES,
      maximum: MAX_MINUTES,
    }),
  };
}

function refuseUnknown(names: readonly string[], { all }: BenchNames): void {
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length === 0) return;
  throw new Refusal(`Unknown benchmark ${unknown.join(', ')}. Benchmarks: ${all.join(', ')}`);
}

/** The requested benchmarks in their own order; all that can be measured when none is named. */
function namesOfServices(
  option: string,
  names: readonly string[],
  { ofServices }: BenchNames,
): readonly string[] {
  const others = names.filter((name) => !ofServices.includes(name));
  if (others.length > 0) {
    throw new Refusal(
      `${option} cannot measure ${others.join(', ')}: only benchmarks that start a service and send requests can measure any commit. These can: ${ofServices.join(', ')}`,
    );
  }
  return names.length === 0 ? ofServices : ofServices.filter((name) => names.includes(name));
}

function countOf(
  option: string,
  text: string | undefined,
  { otherwise, maximum }: { readonly otherwise: number; readonly maximum: number },
): number {
  if (text === undefined) return otherwise;
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= maximum) return count;
  throw new Refusal(`${option} is a whole number from 1 to ${maximum}, not "${text}".`);
}
