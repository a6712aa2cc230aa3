import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the version in package.json. */
export function productVersion(): string {
  const file = path.resolve(import.meta.dirname, '..', 'package.json');
  const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const isPackage = typeof content === 'object' && content !== null && 'version' in content;
  return isPackage ? String(content.version) : 'unknown';
}
