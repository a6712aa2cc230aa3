/**
 * The number halfway between two numbers. Halves of denormal numbers are rounded, so they are added only
 * where the sum exceeds the range of floats. NaN between infinities of both signs.
 */
export function midpoint(low: number, high: number): number {
  const sum = low + high;
  return Number.isFinite(sum) ? sum / 2 : low / 2 + high / 2;
}
