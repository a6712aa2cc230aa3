import type { Check, CheckTest, RulePart } from '../plan/operators/reports.ts';
import { assign, call, keyword } from '../python/code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { isIdentifier } from '../python/identifier.ts';
import { escapedText, quotedText } from '../python/python-literal.ts';
import { parameterCode } from './idioms.ts';

/** The expressions of a check that differ between the libraries. */
export interface CheckedFrame {
  /** The frame of the violating rows, in memory. */
  readonly violations: () => string;
  /** The number of rows of the frame that is checked. */
  readonly rows: () => string;
}

/** Emits the statements of a check, which raise an error or print a warning. */
export function emitCheck(python: PythonContext, check: Check, checked: CheckedFrame): void {
  const { test } = check;
  if (test.kind === 'count') {
    const rows = python.variable('row_count');
    python.line(assign(rows, checked.rows()));
    python.line(`if ${outOfBounds(python, test, rows)}:`);
    emitOutcome(python, check, `: it has {${rows}}.`);
    return;
  }
  const frame = python.variable('violations');
  python.line(assign(frame, checked.violations()));
  python.line(`if len(${frame}) > 0:`);
  emitOutcome(python, check, `: {len(${frame})} rows violate this.\\n{${frame}.head()}`);
}

function outOfBounds(
  python: PythonContext,
  { min, max }: Extract<CheckTest, { kind: 'count' }>,
  rows: string,
): string {
  const low = min === null ? null : (parameterCode(python, min.at) ?? String(min.rows));
  const high = max === null ? null : (parameterCode(python, max.at) ?? String(max.rows));
  if (low === null) return `${rows} > ${high}`;
  return high === null ? `${rows} < ${low}` : `not ${low} <= ${rows} <= ${high}`;
}

/** @param finding the end of the message, as the content of an f-string */
function emitOutcome(python: PythonContext, { rule, mode, modeAt }: Check, finding: string): void {
  const sentence = rule.map((part) => ruleCode(python, part)).join('');
  const message = `f${quotedText(`${sentence}${finding}`)}`;
  const modeCode = parameterCode(python, modeAt);
  if (modeCode === null) {
    python.line(`    ${mode === 'error' ? raise(message) : print(python, message)}`);
    return;
  }
  const text = python.variable('message');
  python.line(`    ${assign(text, message)}`);
  python.line(`    if ${modeCode} == "error":`);
  python.line(`        ${raise(text)}`);
  python.line(`    ${print(python, text)}`);
}

function raise(message: string): string {
  return `raise ${call('ValueError', [message])}`;
}

function print(python: PythonContext, message: string): string {
  python.import('import sys');
  return call('print', [message, keyword('file', 'sys.stderr')]);
}

function ruleCode(python: PythonContext, part: RulePart): string {
  const parameter = typeof part === 'string' ? null : parameterCode(python, part.at);
  if (parameter !== null && isIdentifier(parameter)) return `{${parameter}}`;
  const text = typeof part === 'string' ? part : part.text;
  return escapedText(text).replaceAll('{', '{{').replaceAll('}', '}}');
}
