/** The parts of a connection string that storages of objects use; null: absent. */
export interface ConnectionString {
  readonly account: string | null;
  readonly key: string | null;
  /** A shared access signature, without a question mark. */
  readonly signature: string | null;
  readonly blobEndpoint: string | null;
  readonly protocol: string | null;
  readonly suffix: string | null;
}

/** Parses a connection string, as the portal of Azure shows it. @returns null for a text that is none */
export function parseConnectionString(text: string): ConnectionString | null {
  const parts = new Map(text.split(';').map(keyAndValue));
  const value = (key: string): string | null => parts.get(key.toLowerCase()) ?? null;
  const key = value('AccountKey');
  const signature = value('SharedAccessSignature')?.replace(/^\?/, '') ?? null;
  if (key === null && signature === null) return null;
  return {
    account: value('AccountName'),
    key,
    signature,
    blobEndpoint: value('BlobEndpoint'),
    protocol: value('DefaultEndpointsProtocol'),
    suffix: value('EndpointSuffix'),
  };
}

/** Values contain `=`: keys are base64. */
function keyAndValue(part: string): readonly [key: string, value: string] {
  const place = part.indexOf('=');
  if (place < 0) return ['', ''];
  return [part.slice(0, place).trim().toLowerCase(), part.slice(place + 1).trim()];
}
