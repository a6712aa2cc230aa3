import { Script } from 'node:vm';

/** The ends of lines by which JavaScript counts. */
const LINE_END = /\r\n|[\n\r\u2028\u2029]/;

const OPEN_END = 'The script ends before all brackets are closed';

/** The syntax error of the body of an async function, as a sentence; null without one. It is only parsed. */
export function checkJavascript(script: string): string | null {
  try {
    // A script that ends the function around it may fit into one of them: after one follows a statement, after the
    // other one a comma or a bracket.
    parse(`async function script() {\n${script}\n}`);
    parse(`({ async script() {\n${script}\n} })`);
    return null;
  } catch (error) {
    const { name, message, stack = '' } = error as Error;
    // Not instanceof: the class may be that of another context.
    if (name === 'RangeError') return 'is nested too deeply';
    if (name !== 'SyntaxError') throw error;
    const line = /^script:(\d+)/.exec(stack)?.[1];
    const last = script.split(LINE_END).length;
    const at = line === undefined ? '' : ` in line ${Math.min(Number(line), last)}`;
    // What V8 notices after the script is the end of the function around it, which the user did not write.
    const isEnd = Number(line) > last && message.startsWith('Unexpected') && !isClosed(script);
    return `has a syntax error${at}: ${isEnd ? OPEN_END : message}`;
  }
}

/** Parses code of which the script begins on the second line. */
function parse(code: string): void {
  new Script(code, { filename: 'script', lineOffset: -1 });
}

/** Whether a script ends the function around it. */
function isClosed(script: string): boolean {
  try {
    parse(`async function script() {\n${script}`);
    return true;
  } catch {
    return false;
  }
}
