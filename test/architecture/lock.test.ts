import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Lock {
  readonly packages: Readonly<Record<string, { optionalDependencies?: Record<string, string> }>>;
}

describe('the lock file', () => {
  it('lists the binary packages of every platform, so that npm ci works everywhere', () => {
    const file = path.resolve(import.meta.dirname, '..', '..', 'package-lock.json');
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
      .filter(([name, version]) => /^\d/.test(version) && !(`node_modules/${name}` in packages));
    // `node scripts/complete-lock.mjs` adds them.
    expect(missing).toEqual([]);
  });

  it('contains no registry URL', () => {
    const file = path.resolve(import.meta.dirname, '..', '..', 'package-lock.json');
    expect(readFileSync(file, 'utf8')).not.toContain('"resolved": "http');
  });
});
