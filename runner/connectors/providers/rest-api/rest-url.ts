import type { ConnectionFields } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import type { SqlSource } from '../../../domain/sql-source.ts';

/** The base URL of a connection. @throws UserError for a text that is none, or that stores a secret */
export function baseUrlOf({ host }: ConnectionFields): URL {
  const url = URL.parse(host ?? '');
  if (url === null || !/^https?:\/\//i.test(host ?? '')) {
    throw new UserError('host must be a URL that begins with http:// or https://.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError('host has a user or a password. Use username and password_env.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new UserError('host has more than a path. Use options.query_params for parameters.');
  }
  return url;
}

/**
 * The URL of a path below the base URL.
 * @param field names the path in messages
 * @throws UserError for a path that leaves the base URL
 */
export function endpointUrl(base: URL, path: string, field: string): URL {
  const isRelative = !/^[a-z][a-z0-9+.-]*:|^\/\/|\\|#/i.test(path);
  const folder = base.href.endsWith('/') ? base.href : `${base.href}/`;
  const url = isRelative ? URL.parse(folder + path.replace(/^\//, '')) : null;
  // Dots may lead out of the folder of the base URL.
  if (url?.href.startsWith(folder) === true) return url;
  throw new UserError(`${field} must have paths below the base URL only, such as orders.`);
}

/** Adds parameters that the URL does not have yet. What it has keeps its text. */
export function withParameters(url: URL, pairs: readonly (readonly [string, string])[]): URL {
  const added = pairs
    .filter(([name]) => !url.searchParams.has(name))
    .map((pair) => pair.map(encodeURIComponent).join('='));
  const result = new URL(url);
  result.search = [url.search.slice(1), ...added].filter((text) => text !== '').join('&');
  return result;
}

/** The path that a source names. The values of parameters are encoded, so that they stay values. */
export function pathOf(source: SqlSource): string {
  if (source.kind === 'query') {
    const { texts, values } = source;
    const [first = '', ...others] = texts;
    return (
      first + others.map((text, place) => encoded(values[place] ?? '') + text).join('')
    ).trim();
  }
  if (source.schema === null) return source.table;
  throw new UserError('an endpoint has no schema; leave "schema" empty');
}

/** A value is one segment of a path, or one value of a parameter. */
function encoded(value: string | number | bigint | boolean): string {
  const text = String(value);
  if (text !== '.' && text !== '..') return encodeURIComponent(text);
  throw new UserError('the value of a parameter is a dot, which would change the path');
}
