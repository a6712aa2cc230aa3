/**
 * The start of the name of a temporary folder of `millrace run`. The process that started it removes the folder
 * when it has to kill it.
 * @param {number | undefined} pid the process that uses the folder
 */
export function workspacePrefix(pid) {
  return `millrace-${pid}-`;
}
