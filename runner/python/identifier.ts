/** Reserved words of Python, which cannot be variables or names of arguments. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
);

/**
 * Reports whether a text is a Python identifier that Python keeps as written. Reserved words are not, nor
 * are names that Python changes, such as those with a ligature.
 */
export function isIdentifier(text: string): boolean {
  return (
    /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text) &&
    text.normalize('NFKC') === text &&
    !KEYWORDS.has(text)
  );
}
