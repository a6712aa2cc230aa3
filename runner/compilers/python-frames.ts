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
  const code = codeOf({ ...python, line: (line) => lines.push(line) }, INPUT);
  const rest = code.slice(INPUT.length);
  if (lines.length === 0 && code.startsWith(`${INPUT}.`) && !rest.includes(INPUT)) {
    return { code: `${input.code}${rest}`, stem };
  }
  const name = nameOf(python, input);
  for (const line of lines) python.line(line.replaceAll(INPUT, name));
  return { code: code.replaceAll(INPUT, name), stem };
}

/**
 * Stands for the name of an input until it is known whether it needs one. No other code has it: a literal has its
 * control characters as escapes.
 */
const INPUT = '\0input\0';
