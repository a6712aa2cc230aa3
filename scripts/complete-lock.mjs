// Adds to package-lock.json the optional binary packages of other platforms that the registry in use
// does not carry: npm omits them when it cannot read them, and `npm ci` then rejects the lock
// everywhere. Run it after `npm install` changed the lock. An added entry has no integrity hash;
// npm adds it where the package can be read.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

for (const parent of Object.values(packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`;
    if (place in packages || !/^\d/.test(version)) continue;
    packages[place] = {
      version,
      ...platformOf(name),
      ...(parent.dev === true ? { dev: true } : {}),
      optional: true,
    };
    console.log(`added ${name}@${version}`);
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).toSorted(byPlace));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);

function byPlace([a], [b]) {
  return a.localeCompare(b, 'en');
}

/** `…-linux-arm64-gnu` → os, cpu and libc as package manifests spell them. */
function platformOf(name) {
  const match = /-(android|darwin|freebsd|linux|openharmony|win32)-([a-z0-9]+)(?:-([a-z]*))?$/.exec(
    name,
  );
  if (match === null) throw new Error(`The name of ${name} does not contain a known platform`);
  const [, os, cpu, abi = ''] = match;
  const libc =
    os === 'linux' && /^(gnu|musl)/.test(abi) ? [abi.startsWith('gnu') ? 'glibc' : 'musl'] : null;
  return { cpu: [cpu], os: [os], ...(libc === null ? {} : { libc }) };
}
