import { Script } from 'node:vm';

/** The ends of lines by which JavaScript counts. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

/** The syntax error of the body of an async function, as a sentence; null without one. It is only parsed. */
export function checkJavascript(script: string): string | null {
  try {
    // The script is on the second line.
    new Script(`(async function () {\n${script}\n})`, { filename: 'script', lineOffset: -1 });
    return null;
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    // Not instanceof: the class may be that of another context.
    if (name === 'RangeError') return 'is nested too deeply';
    if (name !== 'SyntaxError') throw error;
    const line = /^script:(\d+)/.exec(stack)?.[1];
    // An open bracket is noticed where the function ends, after the script.
    const last = script.split(LINE_END).length;
    const at = line === undefined ? '' : ` in line ${Math.min(Number(line), last)}`;
    return `has a syntax error${at}: ${message}`;
  }
}
