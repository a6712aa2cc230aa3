import { z } from 'zod';
import type { IngestResult } from '../../../runner/domain/runner-job.ts';
import { exactJson } from '../../../runner/domain/exact-json.ts';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import {
  isParseOptionName,
  PARSE_OPTION_NAMES,
  type ParseOptionName,
} from '../../../runner/domain/parse-option-facts.ts';
import type { ParseOptions } from '../../../runner/domain/parse-options.ts';
import type { VersionStore } from '../../domain/datasets/version-store.ts';
import { answerWarning, type AnswerWarning } from '../../openapi/warnings.ts';
import { toColumns } from './views.ts';

/** What the version before an upload hands on. */
export interface KeptOptions {
  /** The number of that version. */
  readonly number: number;
  readonly columns: readonly ColumnSchema[];
  /** The options that a person gave for it, but for those that the upload names. */
  readonly options: ParseOptions;
}

const storedOptions = z.record(z.string(), z.unknown());

/** What the newest version of a dataset hands on to an upload that names some options; null: there is no version. */
export async function keptOptions(
  versions: Pick<VersionStore, 'find'>,
  datasetId: string,
  named: ReadonlySet<ParseOptionName>,
): Promise<KeptOptions | null> {
  const version = await versions.find(datasetId, undefined);
  if (version === null) return null;
  const { givenOptions, versionNumber: number, content } = version;
  const before = givenOptions === null ? {} : storedOptions.parse(exactJson.parse(givenOptions));
  const options = Object.fromEntries(
    Object.entries(before).filter(([name]) => isParseOptionName(name) && !named.has(name)),
  );
  return { number, columns: toColumns(content), options };
}

/** Names the options of the version before that were kept. */
export function keptOptionsWarnings(kept: KeptOptions | null): AnswerWarning[] {
  if (kept === null || !hasOptions(kept)) return [];
  return [answerWarning('kept_options', keptOptionsNote(kept))];
}

/** A sentence on the options that were kept, and how to change them. */
export function keptOptionsNote({ number, options }: KeptOptions): string {
  return `The options of version ${number} were kept: ${shownOptions(options)}. Give an option again to change it; an empty field drops it.`;
}

/** What the reading of a file by kept options gave. */
export type KeptOutcome =
  { readonly ingested: IngestResult } | { readonly error: { readonly message: string } };

const MAX_NAMED = 10;

/** Why a file is not read by kept options: only without them it has columns of the version before. */
export function keptOptionsProblem(
  { fileName }: { readonly fileName: string },
  {
    kept,
    outcome,
    columns,
  }: {
    readonly kept: KeptOptions;
    readonly outcome: KeptOutcome;
    readonly columns: readonly ColumnSchema[];
  },
): string {
  const found =
    'ingested' in outcome
      ? `it has the columns ${columnNames(outcome.ingested.facts.columns)}, none of which is one of that version`
      : `it cannot be read: ${outcome.error.message.replace(/\.$/, '')}`;
  return `${fileName} was read by the options kept from version ${kept.number}, ${shownOptions(kept.options)}: ${found}. Without them it has the columns ${columnNames(columns)}. Give the options that this file needs, such as skip_rows=0, or another name.`;
}

function columnNames(columns: readonly ColumnSchema[]): string {
  const shown = columns.slice(0, MAX_NAMED).map(({ name }) => `"${name}"`);
  return `${shown.join(', ')}${columns.length > MAX_NAMED ? ', …' : ''}`;
}

export function hasOptions({ options }: Pick<KeptOptions, 'options'>): boolean {
  return Object.keys(options).length > 0;
}

/** Options as a form has them. */
function shownOptions(options: ParseOptions): string {
  return PARSE_OPTION_NAMES.flatMap((name) => {
    const value = options[name];
    return value === undefined ? [] : [`${name}=${shown(name, value)}`];
  }).join(', ');
}

function shown(name: ParseOptionName, value: NonNullable<ParseOptions[ParseOptionName]>): string {
  if (typeof value !== 'object') return value === '\t' ? '\\t' : String(value);
  return name === 'column_names' ? JSON.stringify(value) : value.join(',');
}
