import type { ApiClient } from './api-client.ts';
import { ROUTES, type HeaderOf, type OperationId } from './operations.ts';
import { retryingRead } from './retrying.ts';
import { AnswerError, UnreachableError } from './server-error.ts';

/**
 * Whether the server says in its OpenAPI document that an operation takes a header: one of an older
 * version ignores a header that it does not know. It is the word of the server that answers now;
 * while an upgrade has servers of two versions behind one address, another can get the next request.
 * @returns false also when the document cannot be had
 */
export async function takesHeader<Id extends OperationId>(
  api: ApiClient,
  id: Id,
  header: HeaderOf<Id>,
): Promise<boolean> {
  const [method = '', path = ''] = ROUTES[id].split(' ');
  try {
    const { paths } = await retryingRead(() => api.document(), true);
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
