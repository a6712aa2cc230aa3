import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { until } from '../../test/support/until.ts';
import { writeRows } from './write-rows.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'millrace-rows-'));
  file = path.join(folder, 'rows.csv');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

describe('writing rows to a staged file', () => {
  it('writes every row, with a second cell beside one that is alone', async () => {
    expect(
      await writeRows(file, [
        ['a', null],
        ['', 'b'],
      ]),
    ).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('a,\n"",b\n');
    expect(await writeRows(file, [[null]])).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(',0\n');
    expect(await writeRows(file, [])).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('throws the error of the disk, and stops the source', async () => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => {
        done(new Error('the disk is full'));
      },
    });
    let isStopped = false;
    function* endless(): Generator<string[]> {
      try {
        for (;;) yield ['a', 'b'];
      } finally {
        isStopped = true;
      }
    }
    await expect(writeRows(file, endless(), () => full)).rejects.toThrow('the disk is full');
    expect(isStopped).toBe(true);
    expect(full.destroyed).toBe(true);
  });

  it('asks for no more rows while the disk takes none', async () => {
    const taken: (() => void)[] = [];
    const slow = new Writable({
      highWaterMark: 1,
      write: (_chunk, _encoding, done) => {
        taken.push(done);
      },
    });
    let asked = 0;
    function* rows(): Generator<string[]> {
      for (; asked < 10; asked += 1) yield ['a'.repeat(100_000), 'b'];
    }
    const written = writeRows(file, rows(), () => slow);
    await until(() => taken.length > 0);
    expect(asked).toBeLessThan(3);
    slow.destroy(new Error('enough'));
    await expect(written).rejects.toThrow('enough');
  });

  it('closes the file when the source fails', async () => {
    let stream: Writable | undefined;
    const open = (name: string): Writable => (stream = createWriteStream(name));
    function* failing(): Generator<string[]> {
      yield ['a'.repeat(100_000), 'b'];
      throw new Error('the source failed');
    }
    await expect(writeRows(file, failing(), open)).rejects.toThrow('the source failed');
    await until(() => stream?.closed === true);
  });
});
