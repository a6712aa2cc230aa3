import type { ApiClient } from './api-client.ts';
import { ROUTES, type HeaderOf, type OperationId } from './operations.ts';
import { retryRead } from './retry-request.ts';
import { AnswerError, UnreachableError } from './server-error.ts';

/**
 * Reports whether the server's OpenAPI document declares a header of an operation: an older version ignores
 * unknown headers. During a rolling upgrade another server may receive the next request.
 * @returns false also when the document is unavailable
 */
export async function supportsHeader<Id extends OperationId>(
  api: ApiClient,
  id: Id,
  header: HeaderOf<Id>,
): Promise<boolean> {
  const [method = '', path = ''] = ROUTES[id].split(' ');
  try {
    const { paths } = await retryRead(() => api.document(), true);
    const parameters: unknown = paths?.[path]?.[method.toLowerCase()]?.parameters;
    return Array.isArray(parameters) && parameters.some((each) => isHeader(each, header));
  } catch (error) {
    if (error instanceof AnswerError || error instanceof UnreachableError) return false;
    throw error;
  }
}

function isHeader(parameter: unknown, header: PropertyKey): boolean {
  if (typeof parameter !== 'object' || parameter === null) return false;
  const { name, in: place } = parameter as { readonly name?: unknown; readonly in?: unknown };
  return place === 'header' && name === header;
}
