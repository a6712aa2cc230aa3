import { randomUUID } from 'node:crypto';
import { goTool, type GoTool } from './go-tool.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { requestSharedServer, type SharedServer } from './shared-servers.ts';

const GCS_SERVER: GoTool = {
  module: 'fake-gcs-server',
  package: 'github.com/fsouza/fake-gcs-server',
  binary: 'fake-gcs-server',
};

/** An empty bucket on the shared server of a Jest run. */
export interface GcsBucketOfTests {
  /** The URL of the server. It asks for no credentials. */
  readonly endpoint: string;
  readonly bucket: string;
  /** Writes an object as another program would. */
  readonly put: (name: string, body: Buffer | string) => Promise<void>;
}

/** Builds the server. @returns the reason for a skip; null when it is built */
export async function lackForGcs(): Promise<string | null> {
  const binary = await goTool(GCS_SERVER);
  return binary === null ? 'its server is built by Go: install Go 1.26 or newer' : null;
}

/** Creates a bucket on fake-gcs-server, which Go builds once into the user's cache folder. */
export async function requireGcsBucket(): Promise<GcsBucketOfTests> {
  const endpoint = await requestSharedServer('gcs');
  const bucket = `millrace-${randomUUID()}`;
  await post(`${endpoint}/storage/v1/b?project=test`, JSON.stringify({ name: bucket }));
  const upload = `${endpoint}/upload/storage/v1/b/${bucket}/o?uploadType=media&name=`;
  return {
    endpoint,
    bucket,
    put: (name, body) => post(`${upload}${encodeURIComponent(name)}`, body),
  };
}

async function post(url: string, body: Buffer | string): Promise<void> {
  const answer = await fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`The storage server answered ${answer.status}: ${text}`);
}

/** @returns the address is the URL of the server */
export async function startGcsServer(): Promise<SharedServer> {
  const binary = await goTool(GCS_SERVER);
  if (binary === null) throw new Error('it is built by Go: install Go 1.26 or newer');
  const { port, stop } = await startLoopbackServer({
    name: 'gcs',
    binary,
    args: (free, folder) => [
      ...['-scheme', 'http', '-host', '127.0.0.1', '-port', String(free)],
      ...['-backend', 'memory', '-data', folder, '-log-level', 'error'],
    ],
  });
  return { address: `http://127.0.0.1:${port}`, stop };
}
