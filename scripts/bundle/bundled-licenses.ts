import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The file of a bundle with the licences of the packages whose code it contains. */
export const LICENSES_FILE = 'THIRD-PARTY-LICENSES.txt';

const LICENSE = /^(?:licen[cs]e|notice|copying)(?:\.\w+)?$/i;
const PACKAGE = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/;

/**
 * Joins the licences of the packages whose code a bundle contains, which its redistribution must include.
 * @param modules the absolute paths of the files in the bundle; others are ignored
 * @param more folders of other packages with code in it
 * @throws Error when a package has no text of a licence
 */
export function bundledLicenses(modules: readonly string[], more: readonly string[]): string {
  const folders = modules
    .map((file) => PACKAGE.exec(file)?.[0])
    .filter((found) => found !== undefined);
  return [...new Set([...folders, ...more])].toSorted().map(licenseOf).join('\n');
}

function licenseOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  ) as { readonly name: string; readonly version: string; readonly license: string };
  const texts = readdirSync(folder).filter((file) => LICENSE.test(file));
  if (texts.length === 0) throw new Error(`${name} has no text of its licence in ${folder}`);
  const whole = texts.map((file) => readFileSync(path.join(folder, file), 'utf8').trimEnd());
  return [`${name} ${version} (${license})`, '', ...whole, ''].join('\n');
}
