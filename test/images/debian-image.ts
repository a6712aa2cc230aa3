import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sh } from '../cluster/shell.ts';
import { makeImage } from './buildah.ts';
import { cachedImage, type ImageArchive } from './image-cache.ts';

const SUITE = 'bookworm';

/** Files of debootstrap that no container needs or that differ between builds. */
const LEFT_OUT = [
  'var/cache/apt',
  'var/cache/debconf',
  'var/cache/ldconfig',
  'var/lib/apt/lists',
  'var/log',
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
];

/** A small Debian without set-uid programs, made by debootstrap. */
export function debianImage(): ImageArchive {
  return cachedImage({
    name: 'millrace-debian',
    inputs: [readFileSync(import.meta.filename, 'utf8')],
    make: (image) => {
      makeImage(image, { from: 'scratch' }, fillDebian);
    },
  });
}

function fillDebian(root: string): void {
  sh('debootstrap', '--variant=minbase', SUITE, root);
  for (const folder of LEFT_OUT) {
    rmSync(path.join(root, folder), { recursive: true, force: true });
    mkdirSync(path.join(root, folder));
  }
  const documentation = path.join(root, 'usr/share/doc');
  sh('find', documentation, '-type', 'f', '!', '-name', 'copyright', '-delete');
  sh('find', root, '-xdev', '-type', 'f', '-perm', '/6000', '-exec', 'chmod', 'a-s', '{}', '+');
}
