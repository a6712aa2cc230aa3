/** Names how many others there are. */
export function andOthers(count: number): string {
  return count === 0 ? '' : ` and ${count} ${count === 1 ? 'other' : 'others'}`;
}
