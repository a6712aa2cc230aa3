import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { IMAGE_TESTS } from '../../test/support/nightly.ts';
import { INPUTS, readImages, rememberImages } from './images-tier.ts';
import { root as repository } from './jest-run.ts';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-images-'));

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

/** Whether a file, or all files of a folder, are among the inputs. */
function isInput(copied: string): boolean {
  const isFolder = statSync(path.join(repository, copied)).isDirectory();
  const file = isFolder ? path.join(copied, 'any') : copied;
  return INPUTS.some((pattern) => path.matchesGlob(file, pattern));
}

describe('the tests of images', () => {
  let places: { root: string; file: string };

  beforeEach(() => {
    const root = mkdtempSync(path.join(scratch, 'root-'));
    places = { root, file: path.join(root, 'cache', 'passed.json') };
    writeFileSync(path.join(root, 'Dockerfile'), 'FROM scratch\n');
  });

  const edit = (file: string): void => {
    const target = path.join(places.root, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, 'edited\n');
  };

  it('need no repetition with the inputs with which they passed', () => {
    const before = readImages(places);
    expect(before.passedAt).toBeNull();
    rememberImages({ inputs: before.inputs, commit: 'abc' }, places);
    expect(readImages(places)).toEqual({ ...before, passedAt: 'abc' });
  });

  it('run again when an input was edited while they ran: the edited one has not passed', () => {
    const { inputs } = readImages(places);
    edit('Dockerfile');
    rememberImages({ inputs, commit: 'abc' }, places);
    expect(readImages(places).passedAt).toBeNull();
    writeFileSync(path.join(places.root, 'Dockerfile'), 'FROM scratch\n');
    expect(readImages(places).passedAt).toBe('abc');
  });

  it.each([
    'runner/scripts/python/requirements.ts',
    'runner/extras/danfo/package.json',
    'cli/commands/setup.ts',
    'prisma.config.ts',
    'LICENSE',
  ])('run again after an edit of %s', (file) => {
    const { inputs } = readImages(places);
    rememberImages({ inputs, commit: 'abc' }, places);
    edit(file);
    expect(readImages(places).passedAt).toBeNull();
  });

  it('run when the file that remembers them is cut off', () => {
    const { inputs } = readImages(places);
    rememberImages({ inputs, commit: 'abc' }, places);
    writeFileSync(places.file, readFileSync(places.file, 'utf8').slice(0, 9));
    expect(readImages(places).passedAt).toBeNull();
  });
});

describe('the inputs of the images', () => {
  const dockerfile = readFileSync(path.join(repository, 'Dockerfile'), 'utf8');

  it('have each file and folder that the Dockerfile copies by its name', () => {
    const copied = [...dockerfile.matchAll(/^(?:COPY|ADD) +(?!--from)(.+) +\S+$/gm)]
      .flatMap(([, sources = '']) => sources.split(/ +/))
      .filter((source) => source !== '.' && !source.startsWith('--'));
    expect(copied).toEqual(expect.arrayContaining(['package.json', '.npmrc']));
    expect(copied.filter((source) => !isInput(source))).toEqual([]);
  });

  it('have each single file that a build may read', () => {
    const read = readFileSync(path.join(repository, '.dockerignore'), 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []))
      .filter(
        (place) => place.startsWith('scripts/') || statSync(path.join(repository, place)).isFile(),
      );
    expect(read.filter((place) => !isInput(place))).toEqual([]);
  });

  it('name what exists', () => {
    const paths = [...INPUTS.map((pattern) => pattern.replace('/**', '')), ...IMAGE_TESTS];
    for (const each of paths) expect(statSync(path.join(repository, each))).toBeDefined();
  });
});
