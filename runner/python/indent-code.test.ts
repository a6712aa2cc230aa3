import { indentCode } from './indent-code.ts';

describe('the indentation of Python code', () => {
  it('indents statements and leaves empty lines as they are', () => {
    expect(indentCode('if df:\n    pass\n\nreturn df', 4)).toBe(
      '    if df:\n        pass\n\n    return df',
    );
  });

  it.each([
    ['in triple quotes', 'a = """x\n  y"""\nb = 1', '  a = """x\n  y"""\n  b = 1'],
    ['with an escaped quote', 'a = """x\\"""\ny"""\nb', '  a = """x\\"""\ny"""\n  b'],
    ['in single quotes that a backslash continues', "a = 'x\\\ny'\nb", "  a = 'x\\\ny'\n  b"],
    ['in a comment, which ends with its line', "# don't\nb", "  # don't\n  b"],
    ['after a text with a hash', 'a = "#"\nb', '  a = "#"\n  b'],
    ['of other quotes within', "a = '''\n\"\"\"\n'''\nb", "  a = '''\n\"\"\"\n'''\n  b"],
    ['of code that a backslash continues', 'a = 1 + \\\n  2\nb', '  a = 1 + \\\n    2\n  b'],
  ])('keeps the content of a text %s', (_case, code, indented) => {
    expect(indentCode(code, 2)).toBe(indented);
  });
});
