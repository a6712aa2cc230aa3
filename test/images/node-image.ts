import { cpSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { sh } from '../cluster/shell.ts';
import { makeImage, putInStore } from './buildah.ts';
import { debianImage } from './debian-image.ts';
import { cachedImage, type ImageArchive } from './image-cache.ts';

const NODE = path.resolve(import.meta.dirname, '../../node_modules/node/bin/node');

/** Stands in for `node:24-bookworm-slim`: Debian with npm and the Node of the npm package. */
export function nodeImage(): ImageArchive {
  const debian = debianImage();
  const npm = npmFolder();
  return cachedImage({
    name: 'millrace-node',
    inputs: [
      debian.key,
      sh(NODE, '--version'),
      readFileSync(path.join(npm, 'package.json'), 'utf8'),
      readFileSync(import.meta.filename, 'utf8'),
    ],
    make: (image) => {
      putInStore(debian);
      makeImage(image, { from: debian.name }, (root) => {
        cpSync(NODE, path.join(root, 'usr/local/bin/node'), { dereference: true });
        cpSync(npm, path.join(root, 'usr/local/lib/node_modules/npm'), {
          recursive: true,
          filter: (file) => !['docs', 'man'].includes(path.relative(npm, file)),
        });
        symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(root, 'usr/local/bin/npm'));
      });
    },
  });
}

/** Returns the npm that runs this process, otherwise that of the PATH. */
function npmFolder(): string {
  const program = process.env.npm_execpath ?? realpathSync(sh('which', 'npm').trim());
  return path.resolve(path.dirname(program), '..');
}
