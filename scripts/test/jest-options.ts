import { nearestName } from '../../runner/domain/nearest-name.ts';
import { OWN_OPTIONS, UsageError } from './usage.ts';

/**
 * Reads words as Jest reads them.
 * @returns those that are patterns of paths, not options or values of them
 * @throws UsageError for an option that Jest does not have
 */
export async function pathPatterns(words: readonly string[]): Promise<readonly string[]> {
  if (words.length === 0) return [];
  const { buildArgv } = await import('jest');
  try {
    const { _: patterns } = await buildArgv([...words]);
    return patterns.map(String);
  } catch (error) {
    const options = words.filter((word) => word.startsWith('-'));
    throw new UsageError(unknownOption(options), { cause: error });
  }
}

/** Which of several options Jest refused is in the text of its error only. */
function unknownOption(options: readonly string[]): string {
  const meant = options.flatMap((option) => nearestName(option, OWN_OPTIONS) ?? []);
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(' ')}?`;
  const known = 'npm test -- --help lists the options; all others are passed on to Jest.';
  return `Neither npm test nor Jest has the option ${options.join(' or ')}.${hint} ${known}`;
}
