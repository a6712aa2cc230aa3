import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Creates a folder of shell scripts that replace programs of the machine at the front of a PATH. Every
 * account can run them. The caller removes the folder.
 * @param programs name to script
 */
export function programFolder(programs: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-programs-'));
  chmodSync(folder, 0o755);
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  return folder;
}
