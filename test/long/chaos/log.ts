const started = performance.now();

/** Writes a line to standard error at once: Jest shows what a test logs only when the file is done. */
export function logChaos(line: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stderr.write(`chaos ${seconds} s: ${line}\n`);
}
