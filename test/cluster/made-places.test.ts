import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { absentPlaces, removeMade } from './made-places.ts';

let scratch: string;
let kubelet: string;
let containers: string;

beforeEach(() => {
  scratch = mkdtempSync(path.join(os.tmpdir(), 'millrace-places-'));
  kubelet = path.join(scratch, 'kubelet');
  containers = path.join(scratch, 'containers');
});

afterEach(() => {
  rmSync(scratch, { recursive: true, force: true });
});

describe('removeMade', () => {
  it('removes places with their empty folders and caches', () => {
    const absent = absentPlaces([kubelet, containers]);
    expect(absent).toEqual([kubelet, containers]);
    mkdirSync(path.join(kubelet, 'plugins', 'exec'), { recursive: true });
    mkdirSync(path.join(containers, 'cache'), { recursive: true });
    writeFileSync(path.join(containers, 'cache', 'blob-info-cache-v1.boltdb'), '');
    removeMade(absent);
    expect(absentPlaces([kubelet, containers])).toEqual([kubelet, containers]);
    removeMade(absent);
  });

  it('keeps places that existed before', () => {
    mkdirSync(kubelet);
    removeMade(absentPlaces([kubelet]));
    expect(existsSync(kubelet)).toBe(true);
  });

  it('keeps a folder with a file of another program', () => {
    const absent = absentPlaces([containers]);
    mkdirSync(path.join(containers, 'storage', 'empty'), { recursive: true });
    const file = path.join(containers, 'storage', 'images.json');
    writeFileSync(file, '');
    removeMade(absent);
    expect(existsSync(file)).toBe(true);
    expect(existsSync(path.join(containers, 'storage', 'empty'))).toBe(false);
  });
});
