import { readFileSync } from 'node:fs';
import path from 'node:path';

interface Lock {
  readonly packages: Readonly<Record<string, Package>>;
}

interface Package {
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = path.resolve(import.meta.dirname, '..', '..');

describe.each([['package-lock.json'], ['runner/extras/danfo/package-lock.json']])('%s', (name) => {
  const file = path.join(root, name);

  it('lists the binary packages of every platform, so that npm ci works everywhere', () => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    const missing = Object.values(packages)
      .flatMap(({ optionalDependencies = {} }) => Object.entries(optionalDependencies))
      .filter(([name, version]) => /^\d/.test(version) && !(`node_modules/${name}` in packages));
    // `node scripts/complete-lock.mjs` adds them.
    expect(missing).toEqual([]);
  });

  it('contains no registry URL', () => {
    expect(readFileSync(file, 'utf8')).not.toContain('"resolved": "http');
  });

  it('has a hash of every package that the registry carries', () => {
    const { packages } = JSON.parse(readFileSync(file, 'utf8')) as Lock;
    const unverified = Object.entries(packages)
      .filter(([place, { integrity, optional }]) => {
        return place !== '' && optional !== true && integrity === undefined;
      })
      .map(([place]) => place);
    expect(unverified).toEqual([]);
  });
});
