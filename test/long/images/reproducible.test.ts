import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildah } from '../../images/buildah.ts';
import { manifestOf } from '../../images/image-archive.ts';
import {
  ALL_TARGETS,
  contextFiles,
  projectImage,
  rebuildTarget,
  type Target,
} from '../../images/project-images.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..');

/** Copies the sources like a checkout of another day by a user with a restrictive umask. */
function copySources(folder: string): void {
  for (const file of contextFiles()) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o700 });
    copyFileSync(path.join(ROOT, file), target);
    chmodSync(target, 0o600);
    utimesSync(target, 1_000_000_000, 1_000_000_000);
  }
}

it.each(ALL_TARGETS.map((target): [Target] => [target]))(
  'the image of %s has the same id when it is built again without cache from other files',
  (target) => {
    const image = projectImage(target);
    const again = `localhost/millrace-${target}:again`;
    const folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-images-'));
    try {
      copySources(folder);
      rebuildTarget(target, again, folder);
      const id = buildah('inspect', '--type', 'image', '--format', '{{.FromImageID}}', again);
      buildah('rmi', again);
      expect(`sha256:${id.trim()}`).toBe(manifestOf(image).config.digest);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
