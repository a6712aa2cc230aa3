/**
 * Returns patterns of the test files that this run leaves to the night: `npm test` names them in its report
 * and in this variable.
 * @returns {string[]}
 */
export function leftOut() {
  /** @type {string[]} */
  const paths = JSON.parse(process.env.MILLRACE_TESTS_LEFT_OUT ?? '[]');
  return paths.map((each) => `<rootDir>/${each.replaceAll('.', '\\.')}$`);
}
