import path from 'node:path';
import type { RunSecrets } from '../../../../../kubernetes/resources/run-secrets.ts';
import { parseSecretReference } from '../../../../../runner/connectors/secrets/secret-reference.ts';
import { isSecretKey, POD_SECRET_FOLDER } from '../../../../../runner/domain/pod-secrets.ts';

/** Whether connections may use a variable. */
export type MayRead = (variable: string) => boolean;

/** The references without those to variables that no connection may use any more. */
export function allowedReferences(
  references: readonly string[],
  mayRead: MayRead,
): readonly string[] {
  return references.filter((text) => {
    const reference = parseSecretReference(text);
    return reference?.scheme !== 'env' || mayRead(reference.name);
  });
}

/**
 * The keys of Secrets that a run needs.
 * @param references of its connections. Those that no Secret can contain are left out: the run fails with the
 *   reason when it uses the connection
 * @returns null when it needs none
 */
export function runSecrets(references: readonly string[]): RunSecrets | null {
  const found = references
    .map(parseSecretReference)
    .filter((reference) => reference !== null)
    .map((reference) =>
      reference.scheme === 'file'
        ? { kind: 'file' as const, key: keyOfFile(reference.path) }
        : { kind: reference.scheme, key: reference.name },
    )
    .filter(({ key }) => isSecretKey(key));
  if (found.length === 0) return null;
  const keysOf = (kind: (typeof found)[number]['kind']): string[] => [
    ...new Set(found.filter((one) => one.kind === kind).map(({ key }) => key)),
  ];
  return { variables: keysOf('env'), keyring: keysOf('keyring'), files: keysOf('file') };
}

/** The key of the file; empty for a file elsewhere, which the installation has to mount itself. */
function keyOfFile(file: string): string {
  const resolved = path.resolve(file);
  return path.dirname(resolved) === POD_SECRET_FOLDER ? path.basename(resolved) : '';
}
