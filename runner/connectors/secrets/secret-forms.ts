/** Fields of a JSON key, such as that of a service account, that are secrets. */
const JSON_FIELDS = ['private_key', 'client_secret', 'refresh_token'];

/** Parts of a connection string or of a shared access signature that are secrets. */
const NAMED_PART =
  /(?:^|[;&?])\s*(?:AccountKey|SharedAccessSignature|SharedAccessKey|sig)=([^;&]*)/gi;
const SIGNATURE = /(?:^|[;&?])\s*SharedAccessSignature=([^;]*)/gi;

/** A shorter part of a secret occurs in texts by chance. */
const MIN_PART_CHARS = 8;

/** Like base64 of a private key, of which a driver may repeat one line. */
const MIN_LINE_CHARS = 16;

/**
 * The texts by which a driver, a server or a library may repeat a secret: itself, its parts that are secrets, each
 * also in the encodings of URLs, headers and JSON. Base64 of a longer text that contains the secret is not among them.
 * @param username the user of the connection, of whom base64 with the secret is the header of `Basic`
 */
export function secretForms(secret: string, username: string | null): readonly string[] {
  const parts = [secret, secret.trim(), ...partsOf(secret)];
  const encoded = [...parts, `${username ?? ''}:${secret}`].flatMap(base64Forms);
  return [...new Set([...parts.flatMap(textForms), ...encoded])];
}

function partsOf(secret: string): readonly string[] {
  const named = [NAMED_PART, SIGNATURE].flatMap((pattern) =>
    [...secret.matchAll(pattern)].map(([, value = '']) => value.trim()),
  );
  const fields = jsonTexts(secret);
  const lines = [secret, ...fields].flatMap((text) =>
    text.includes('\n') ? text.split(/\r?\n/).filter(isOfKey) : [],
  );
  return [...named, ...named.map(decoded), ...fields, ...lines].filter(
    (part) => part.length >= MIN_PART_CHARS,
  );
}

function isOfKey(line: string): boolean {
  return line.length >= MIN_LINE_CHARS && !line.startsWith('-----');
}

function jsonTexts(secret: string): readonly string[] {
  if (!secret.trimStart().startsWith('{')) return [];
  try {
    const parsed = new Map(Object.entries(JSON.parse(secret) as object));
    return JSON_FIELDS.map((name): unknown => parsed.get(name)).filter(
      (value) => typeof value === 'string',
    );
  } catch {
    return [];
  }
}

function textForms(text: string): readonly string[] {
  // Half of a surrogate pair cannot be encoded.
  const valid = text.toWellFormed();
  const inUrls = [
    encodeURIComponent(valid),
    encodeURI(valid),
    new URLSearchParams({ '': valid }).toString().slice(1),
  ];
  const json = JSON.stringify(text).slice(1, -1);
  return [text, json, ...inUrls, ...inUrls.map(lowerCaseEscapes)];
}

function lowerCaseEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Without the padding, which not every encoder writes. */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text);
  return [bytes.toString('base64').replaceAll('=', ''), bytes.toString('base64url')];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
