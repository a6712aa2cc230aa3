/** The float nearest to a base plus a number, which may be infinite or NaN. */
export function plusBase(base: bigint, offset: number): number {
  if (base === 0n || !Number.isFinite(offset)) return offset;
  const whole = Math.trunc(offset);
  return Number(base + BigInt(whole)) + (offset - whole);
}
