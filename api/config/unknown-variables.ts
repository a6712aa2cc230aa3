import { nearestField } from '../../runner/domain/field-hint.ts';
import { OPTIONS } from './config.ts';
import { environmentVariable, SETTINGS } from '../domain/settings/definitions.ts';

const PREFIX = 'SERVICE_';

/** The variables of the service, and SERVICE_URL of the commands that call a server. */
export const KNOWN_VARIABLES: readonly string[] = [
  ...Object.values(OPTIONS).map(({ env }) => env),
  ...SETTINGS.map((setting) => environmentVariable(setting)),
  'SERVICE_URL',
];

/** Returns a warning for each unknown variable that starts with `SERVICE_`, without its value. */
export function unknownVariables(env: NodeJS.ProcessEnv): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith(PREFIX) && !KNOWN_VARIABLES.includes(name))
    .sort()
    .map((name) => `There is no variable ${name}; it is ignored.${hint(name)}`);
}

function hint(name: string): string {
  const withoutPrefix = (known: string): string => known.slice(PREFIX.length);
  const candidates = KNOWN_VARIABLES.filter((known) => known.startsWith(PREFIX)).map(withoutPrefix);
  const nearest = nearestField(withoutPrefix(name), candidates);
  if (nearest !== undefined) return ` Did you mean ${PREFIX}${nearest}?`;
  return ' All are listed by: npx millrace serve --help';
}
