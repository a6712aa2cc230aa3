import type { ConnectionFields } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import { textOption } from '../../storage/cloud-options.ts';

/** A label of a host name: the region is a part of the name of the server. */
const REGION = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/i;

/** The region that a connection names; null: none. @throws UserError for a text that is none */
export function regionOf(fields: ConnectionFields): string | null {
  const region = textOption(fields, 'region');
  if (region === null || REGION.test(region)) return region;
  throw new UserError(
    'options.region must be the name of a region, such as eu-central-1: at most 63 letters, digits and hyphens.',
  );
}
