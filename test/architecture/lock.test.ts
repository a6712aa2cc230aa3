import { readFileSync } from 'node:fs';
import path from 'node:path';
import { EXTRAS, type Extra } from '../../runner/extras/extras.ts';

interface Lock {
  readonly packages: Readonly<Record<string, Package>>;
}

interface Package {
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = path.resolve(import.meta.dirname, '..', '..');

const LOCKS = [
  'package-lock.json',
  ...Object.keys(EXTRAS).map((name) => `runner/extras/${name}/package-lock.json`),
];

describe.each(LOCKS)('%s', (name) => {
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

describe('the drivers of the development dependencies', () => {
  const drivers = (Object.keys(EXTRAS) as Extra[]).filter((name) => name !== 'danfo');

  it.each(drivers)(
    'have the versions that the extra %s locks, since its types are theirs',
    (name) => {
      const { dependencies } = manifestOf(`runner/extras/${name}`);
      const { devDependencies } = manifestOf('.');
      expect(devDependencies).toMatchObject(dependencies ?? {});
    },
  );
});

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Manifest;
}
