import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { Pki } from './pki.ts';

/** Whether a GET of the administrator returns 200. */
export async function tryCurl(url: string, pki: Pick<Pki, 'ca' | 'admin'>): Promise<boolean> {
  return await new Promise((resolve) => {
    const request = https.get(
      url,
      {
        ca: readFileSync(pki.ca.certificate),
        cert: readFileSync(pki.admin.certificate),
        key: readFileSync(pki.admin.key),
        timeout: 2000,
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      },
    );
    request.on('timeout', () => request.destroy());
    request.on('error', () => {
      resolve(false);
    });
  });
}
