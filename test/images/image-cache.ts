import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../support/cache-folder.ts';
import { noteMade } from '../support/test-counts.ts';
import { isInStore, pushArchive } from './buildah.ts';

/** Number of cached archives per image: enough for a few branches. */
const MAX_ARCHIVES = 3;

/** An image archive and the image's name in it. */
export interface ImageArchive {
  readonly name: string;
  readonly file: string;
  /** Digest of all inputs of the image. */
  readonly key: string;
}

export interface ImageRecipe {
  /** Name without a tag, e.g. `millrace-runner`. */
  readonly name: string;
  /** All inputs of the image, as text. */
  readonly inputs: readonly string[];
  /** Builds the image in buildah's store under a name. */
  readonly make: (image: string) => void;
}

/**
 * Returns the archive of an image, from the user's cache folder when the inputs are the same.
 * @returns an image named `localhost/NAME:KEY`
 */
export function cachedImage({ name, inputs, make }: ImageRecipe): ImageArchive {
  const key = digest(...inputs);
  const images = path.join(cacheFolder(), 'images');
  const file = path.join(images, `${name}-${key}`, 'image.tar');
  const image = `localhost/${name}:${key}`;
  if (!existsSync(file)) {
    const started = performance.now();
    if (!isInStore(image)) make(image);
    pushArchive(image, file);
    noteMade(`image ${name}`, (performance.now() - started) / 1000);
    removeOld(images, name);
  }
  return { name: image, file, key };
}

/** The first sixteen hexadecimal digits of the SHA-256 of texts. */
export function digest(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
}

function removeOld(images: string, name: string): void {
  const own = readdirSync(images)
    .filter((entry) => new RegExp(`^${name}-[0-9a-f]{16}$`).test(entry))
    .map((entry) => path.join(images, entry))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of own.slice(MAX_ARCHIVES)) rmSync(folder, { recursive: true });
}
