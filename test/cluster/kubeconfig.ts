import { readFileSync, writeFileSync } from 'node:fs';
import { API_SERVER } from './addresses.ts';
import type { KeyPair, Pki } from './pki.ts';

/** Writes a kubeconfig with inlined certificates, as JSON. @returns its path */
export function writeKubeconfig(file: string, pki: Pki, identity: KeyPair): string {
  const content = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'millrace',
        cluster: { server: API_SERVER, 'certificate-authority-data': base64(pki.ca.certificate) },
      },
    ],
    users: [
      {
        name: 'user',
        user: {
          'client-certificate-data': base64(identity.certificate),
          'client-key-data': base64(identity.key),
        },
      },
    ],
    contexts: [{ name: 'millrace', context: { cluster: 'millrace', user: 'user' } }],
    'current-context': 'millrace',
  };
  writeFileSync(file, JSON.stringify(content, null, 2), { mode: 0o600 });
  return file;
}

function base64(file: string): string {
  return readFileSync(file).toString('base64');
}
