/**
 * Development dependencies of which the service serves bundled files, so that they need none of their own
 * dependencies.
 */
const BUNDLED = ['redoc'];

/**
 * What running the service takes, out of the manifest and the lock file of everything. Only reachable
 * packages stay: `npm ci --omit=dev` alone would keep the optional peers of packages, which the tools of
 * development bring (250 MB).
 * @param {Record<string, any>} manifest package.json
 * @param {Record<string, any>} lock package-lock.json
 * @param {readonly string[]} tools development dependencies to keep, with all that they need
 */
export function runtimePart(manifest, lock, tools = []) {
  const pick = (names) =>
    Object.fromEntries(names.map((name) => [name, versionOf(manifest, name)]));
  return part(manifest, lock, { ...manifest.dependencies, ...pick([...BUNDLED, ...tools]) });
}

/** As `runtimePart`, but of the tools alone. */
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

function part({ name, version }, lock, dependencies) {
  const root = { name, version, dependencies };
  const packages = { '': root };
  const waiting = Object.keys(dependencies).map((wanted) => ['', wanted]);
  while (waiting.length > 0) {
    const [from, wanted] = waiting.pop();
    const place = placeOf(lock.packages, from, wanted);
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
  const left = ['dev', 'devOptional'];
  if (BUNDLED.some((name) => place === `node_modules/${name}`)) {
    left.push('dependencies', 'peerDependencies');
  }
  return Object.fromEntries(Object.entries(locked).filter(([key]) => !left.includes(key)));
}

function requiredPeers({ peerDependencies = {}, peerDependenciesMeta = {} }) {
  return Object.fromEntries(
    Object.entries(peerDependencies).filter(
      ([name]) => peerDependenciesMeta[name]?.optional !== true,
    ),
  );
}

/** Where a package that lies in `from` finds another: beside its own packages, or further up. */
function placeOf(packages, from, wanted) {
  let folder = from;
  for (;;) {
    const place = folder === '' ? `node_modules/${wanted}` : `${folder}/node_modules/${wanted}`;
    if (place in packages) return place;
    if (folder === '') return null;
    const parent = folder.lastIndexOf('/node_modules/');
    folder = parent < 0 ? '' : folder.slice(0, parent);
  }
}
