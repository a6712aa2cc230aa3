import { Script } from 'node:vm';

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
    const at = line === undefined ? '' : ` in line ${line}`;
    return `has a syntax error${at}: ${message}`;
  }
}
