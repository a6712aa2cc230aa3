import { checkJavascript } from './javascript-text.ts';

describe('the syntax error of a JavaScript', () => {
  it.each([
    ['return (((', 1],
    ['return rows\nreturn (', 2],
    ['return (\r\n  rows', 2],
    ['if (rows) {', 1],
    ['return )\nreturn rows', 1],
    ['const a = 1;\nreturn a a;\nreturn rows', 2],
  ])('names a line that the script has (%j)', (script, line) => {
    expect(checkJavascript(script)).toMatch(new RegExp(`^has a syntax error in line ${line}: `));
  });

  it('is none of a valid body', () => {
    expect(checkJavascript('await null;\nreturn rows // all')).toBeNull();
  });
});
