/**
 * Development dependencies whose bundled files the service serves. They need none of their own dependencies.
 */
const BUNDLED = ['redoc'];

/**
 * Reduces the manifest and the lock file to the packages that the running service reaches. `npm ci
 * --omit=dev` alone would keep optional peers that the development dependencies install (250 MB).
 * @param {Record<string, any>} manifest package.json
 * @param {Record<string, any>} lock package-lock.json
 * @param {readonly string[]} tools development dependencies to keep, with their dependencies
 */
export function runtimePart(manifest, lock, tools = []) {
  const pick = (names) =>
    Object.fromEntries(names.map((name) => [name, versionOf(manifest, name)]));
  const dependencies = { ...manifest.dependencies, ...pick([...BUNDLED, ...tools]) };
  return part(manifest, lock, dependencies, manifest.optionalDependencies);
}

/** Like `runtimePart`, for the tools only. */
export function toolsPart(manifest, lock, tools) {
  return part(
    manifest,
    lock,
    Object.fromEntries(tools.map((name) => [name, versionOf(manifest, name)])),
  );
}

function versionOf(manifest, name) {
  return manifest.dependencies?.[name] ?? manifest.devDependencies[name];
}

function part({ name, version }, lock, dependencies, optionalDependencies = {}) {
  const root = { name, version, dependencies, optionalDependencies };
  const packages = { '': root };
  const all = { ...dependencies, ...optionalDependencies };
  const waiting = Object.keys(all).map((name) => ['', name]);
  while (waiting.length > 0) {
    const [from, dependency] = waiting.pop();
    const place = placeOf(lock.packages, from, dependency);
    if (place === null || place in packages) continue;
    const entry = entryOf(place, lock.packages[place]);
    packages[place] = entry;
    const needed = {
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...requiredPeers(entry),
    };
    for (const next of Object.keys(needed)) waiting.push([place, next]);
  }
  return {
    manifest: { ...root, private: true },
    lock: { ...lock, packages },
  };
}

function entryOf(place, locked) {
  const omitted = ['dev', 'devOptional'];
  if (BUNDLED.some((name) => place === `node_modules/${name}`)) {
    omitted.push('dependencies', 'peerDependencies');
  }
  return Object.fromEntries(Object.entries(locked).filter(([key]) => !omitted.includes(key)));
}

function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.fromEntries(
    Object.entries(peerDependencies).filter(
      ([name]) => peerDependenciesMeta[name]?.optional !== true,
    ),
  );
}

/** Resolves a dependency of the package in `from`: in its own node_modules, or in those above. */
function placeOf(packages, from, name) {
  let folder = from;
  for (;;) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return null;
    const parent = folder.lastIndexOf('/node_modules/');
    folder = parent < 0 ? '' : folder.slice(0, parent);
  }
}
