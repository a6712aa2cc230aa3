import type { Relation } from '../plan/relation.ts';
import { assign } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';

/** The frame of an operator in a section of a script. */
export interface Frame {
  /** A name, or an expression that binds as tightly: a call, a subscript or a chain of them. */
  readonly code: string;
  /** What the name of the expression ends with, if it gets one; null for a name. */
  readonly stem: string | null;
}

/** What names of frames end with, as in `joined_grouped`. */
const STEMS: Partial<Readonly<Record<Relation['op'], string>>> = {
  project: 'extended',
  window: 'extended',
  filter: 'filtered',
  sort: 'sorted',
  slice: 'cut',
  distinct: 'distinct',
  duplicates: 'duplicates',
  aggregate: 'grouped',
  pivot: 'pivoted',
  unpivot: 'unpivoted',
  explode: 'exploded',
  sample: 'sampled',
  bin: 'binned',
  digest: 'hashed',
  describe: 'described',
  join: 'joined',
  cross: 'crossed',
};

/** Returns the name of a frame. An expression is assigned to a name of its own. */
export function nameOf(python: PythonContext, { code, stem }: Frame): string {
  if (stem === null) return code;
  const name = python.intermediate(stem);
  python.line(assign(name, code));
  return name;
}

/**
 * Returns the frame of an operator. Its expression continues the chain of its input when it reads that once,
 * and first; otherwise the input gets a name.
 * @param codeOf the expression of the operator for the name of its input
 */
export function continued(
  python: PythonContext,
  input: Frame,
  { op }: Relation,
  codeOf: (python: PythonContext, name: string) => string,
): Frame {
  const stem = STEMS[op] ?? 'changed';
  if (input.stem === null) return { code: codeOf(python, input.code), stem };
  const lines: string[] = [];
  const own = codeOf({ ...python, line: (line) => lines.push(line) }, INPUT);
  const rest = own.slice(INPUT.length);
  if (lines.length === 0 && own.startsWith(`${INPUT}.`) && !rest.includes(INPUT)) {
    const code = EVALUATES_COLUMNS.has(op) ? joinedEagerly(input.code, rest) : input.code + rest;
    return { code, stem };
  }
  const name = nameOf(python, input);
  for (const line of lines) python.line(line.replaceAll(INPUT, name));
  return { code: own.replaceAll(INPUT, name), stem };
}

/** The operators that a frame in memory has like a lazy one. */
const EVALUATES_COLUMNS: ReadonlySet<Relation['op']> = new Set(['project', 'window', 'filter']);
const LAZY = '.lazy()';

/** A frame that was collected for many statistics of columns stays so for what reads them. */
function joinedEagerly(input: string, rest: string): string {
  const isEager = input.endsWith(LAZY) && !input.endsWith(`.collect()${LAZY}`);
  return isEager ? input.slice(0, -LAZY.length) + rest + LAZY : input + rest;
}

/**
 * Stands for the name of an input until it is known whether it needs one. No other code has it: a literal has its
 * control characters as escapes.
 */
const INPUT = '\0input\0';
