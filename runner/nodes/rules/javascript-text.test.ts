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

  it.each(['return (((', 'if (rows) {'])(
    'says that %s ends too soon, and names no bracket that the script does not have',
    (script) => {
      expect(checkJavascript(script)).toBe(
        'has a syntax error in line 1: The script ends before all brackets are closed',
      );
    },
  );

  it.each([
    ['}); evil(); (() => {', 1],
    ['return rows;\n}); (async function () {', 2],
    ['return rows;\n} (1), function () {', 2],
    ['return rows;\n}, async function () {', 2],
    ['return rows;\n} function other() {', 2],
    ['return rows;\n}', 2],
  ])('is found in a script that ends the function around it (%j)', (script, line) => {
    expect(checkJavascript(script)).toMatch(
      new RegExp(`^has a syntax error in line ${line}: Unexpected token`),
    );
  });

  it.each([
    'await null;\nreturn rows // all',
    'var a = 1; function a() {}\nasync function b() {} async function b() {}\nreturn rows',
    '"use strict";\nreturn `}` + /}/ + "}" // }',
  ])('is none of a valid body (%j)', (script) => {
    expect(checkJavascript(script)).toBeNull();
  });
});
