import { z } from 'zod';
import { ParseOptions } from '../api/features/datasets/schemas.ts';
import { checkParseOptions } from '../runner/domain/check-parse-options.ts';
import { UserError } from '../runner/domain/errors.ts';
import type { FileFormat } from '../runner/domain/file-format.ts';
import { appliesTo, isParseOptionName } from '../runner/domain/parse-option-facts.ts';
import { parseOptionMeant } from '../runner/domain/parse-option-spellings.ts';
import type { ParseOptions as Options } from '../runner/domain/parse-options.ts';

/** Parse options by node id. */
export type ParseOptionsByNode = Readonly<Record<string, Options>>;

const OptionsByNode = z.record(z.string(), z.strictObject(ParseOptions.shape));

/**
 * Reads how a flow document states that the files of its input nodes are read.
 * @throws UserError that names the option when the part is of another form
 */
export function parseOptionsOfFlow(content: Readonly<Record<string, unknown>>): ParseOptionsByNode {
  const read = OptionsByNode.safeParse(content.parse_options ?? {});
  if (read.success) return read.data as ParseOptionsByNode;
  const [issue] = read.error.issues;
  const place = ['parse_options', ...(issue?.path ?? [])].join('.');
  throw new UserError(
    `${place} of the flow document: ${issue?.message ?? 'it is invalid'}.${hintOf(issue)} Write {"NODE": {"delimiter": ";"}}, as in the parse_options of a dataset.`,
  );
}

function hintOf(issue: z.core.$ZodIssue | undefined): string {
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  const meant = unknown === undefined ? undefined : parseOptionMeant(unknown);
  return meant === undefined ? '' : ` Did you mean "${meant}"?`;
}

/**
 * Returns the options that apply to the format of a given file, which may differ from the dataset's.
 * @throws UserError when a value is invalid
 */
export function optionsForFormat(
  nodeId: string,
  format: FileFormat,
  options: ParseOptionsByNode,
): Options {
  const given = Object.hasOwn(options, nodeId) ? (options[nodeId] ?? {}) : {};
  const applying = Object.entries(given).filter(
    ([name]) => isParseOptionName(name) && appliesTo(name, format),
  );
  try {
    return checkParseOptions(format, Object.fromEntries(applying));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(`parse_options.${nodeId} of the flow document: ${error.message}`, {
      cause: error,
    });
  }
}
