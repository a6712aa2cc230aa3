import { UserError } from '../../runner/domain/errors.ts';
import { nearestName } from '../../runner/domain/nearest-name.ts';
import { plainText } from '../plain-text.ts';
import type { ApiClient } from './api-client.ts';
import type { AnswerOf } from './operations.ts';

export type ListedFlow = AnswerOf<'listFlows'>[number];

/**
 * The flow of an id, else the only one of a name.
 * @throws UserError when there is none, or several have the name
 */
export async function findFlow(api: ApiClient, idOrName: string): Promise<ListedFlow> {
  const { data: flows } = await api.call('listFlows', { query: { fields: 'summary' } });
  const byId = flows.find(({ id }) => id === idOrName);
  if (byId !== undefined) return byId;
  const [flow, ...others] = flows.filter(({ name }) => name === idOrName);
  if (flow === undefined) throw noFlow(idOrName, flows);
  if (others.length === 0) return flow;
  const ids = [flow, ...others].map(({ id }) => id).join(', ');
  throw new UserError(
    `${others.length + 1} flows have the name "${idOrName}". Give the id of one: ${ids}`,
  );
}

function noFlow(given: string, flows: readonly ListedFlow[]): UserError {
  const nearest = nearestName(
    given,
    flows.map(({ name }) => name),
  );
  const hint =
    nearest === undefined
      ? 'List them with: millrace flows'
      : `Did you mean "${plainText(nearest)}"?`;
  return new UserError(`There is no flow "${given}". ${hint}`);
}
