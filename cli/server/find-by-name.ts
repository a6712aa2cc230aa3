import { UserError } from '../../runner/domain/errors.ts';
import { nearestName } from '../../runner/domain/nearest-name.ts';
import { plainText } from '../plain-text.ts';
import type { ApiClient } from './api-client.ts';
import type { AnswerOf } from './operations.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/**
 * Finds a flow by id or by unique name.
 * @throws UserError when no flow or several flows match
 */
export async function findFlow(
  api: ApiClient,
  idOrName: string,
): Promise<AnswerOf<'listFlows'>[number]> {
  const { data } = await api.call('listFlows', { query: { fields: 'summary' } });
  return find('flow', idOrName, data);
}

/** Finds a project by id or by unique name. @throws UserError like `findFlow` */
export async function findProject(
  api: ApiClient,
  idOrName: string,
): Promise<AnswerOf<'listProjects'>[number]> {
  const { data } = await api.call('listProjects', {});
  return find('project', idOrName, data);
}

function find<T extends Named>(kind: string, given: string, items: readonly T[]): T {
  const byId = items.find(({ id }) => id === given);
  if (byId !== undefined) return byId;
  const [item, ...others] = items.filter(({ name }) => name === given);
  if (item === undefined) throw missing(kind, given, items);
  if (others.length === 0) return item;
  const ids = [item, ...others].map(({ id }) => id).join(', ');
  throw new UserError(
    `${others.length + 1} ${kind}s have the name "${given}". Give the id of one: ${ids}`,
  );
}

/** Maximum number of names in a message. */
const MAX_LISTED = 10;

function missing(kind: string, given: string, items: readonly Named[]): UserError {
  const names = items.map(({ name }) => plainText(name));
  const nearest = nearestName(given, names);
  const some = names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ', …' : '');
  const hint =
    nearest === undefined
      ? `The server has these: ${some === '' ? '(none)' : some}`
      : `Did you mean "${nearest}"?`;
  return new UserError(`There is no ${kind} "${given}". ${hint}`);
}
