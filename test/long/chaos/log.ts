const started = performance.now();

/** Writes a line to standard error: Jest shows console output only after the test file. */
export function logChaos(line: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`chaos ${seconds} s: ${line}\n`);
}
