import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { needsNode } from './needs-node.mjs';

let folder: string;
let root: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-node-'));
  root = path.join(folder, 'clone');
  for (const program of ['clone/node_modules/node/bin/node', 'clone/node_modules-2/node', 'node']) {
    mkdirSync(path.dirname(path.join(folder, program)), { recursive: true });
    writeFileSync(path.join(folder, program), '');
  }
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

function needs(executable: string, version: string, clone = root): boolean {
  return needsNode(clone, { version, executable: path.join(folder, executable) });
}

describe('an installation', () => {
  it('needs Node when the Node of the host is too old, also before the first one', () => {
    expect(needs('node', '20.20.2')).toBe(true);
    expect(needs('node', '24.0.0')).toBe(false);
    rmSync(path.join(root, 'node_modules'), { recursive: true });
    expect(needs('node', '22.1.0')).toBe(true);
    expect(needs('node', '26.1.0')).toBe(false);
  });

  it('keeps the Node of the clone when that is the one on the PATH', () => {
    expect(needs('clone/node_modules/node/bin/node', '24.9.0')).toBe(true);
    expect(needs('clone/node_modules-2/node', '24.9.0')).toBe(false);
  });

  it('recognizes the Node of the clone through links', () => {
    symlinkSync(root, path.join(folder, 'link'));
    symlinkSync(
      path.join(root, 'node_modules', 'node', 'bin', 'node'),
      path.join(folder, 'linked-node'),
    );
    expect(needs('linked-node', '24.9.0', path.join(folder, 'link'))).toBe(true);
  });
});
