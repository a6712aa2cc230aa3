import { nearestField } from '../domain/field-hint.ts';
import type { JsonObject } from '../domain/json.ts';
import type { AnyNode } from '../nodes/definition.ts';
import { aliasedField } from './field-aliases.ts';
import { isLabel } from './field-label.ts';
import { knownConfigFields } from './known-config-fields.ts';

/** A required field that a config lacks. */
export interface MissingField {
  readonly field: string;
  /** A sentence with the default that was used until such fields became required. */
  readonly message: string;
}

/**
 * The required fields that a config lacks. Each sentence says what the service used in their place until now, so
 * that one edit mends a flow that was saved without them.
 * @param complete the config with its defaults
 */
export function missingFieldIssues(
  definition: AnyNode,
  config: JsonObject,
  complete: JsonObject,
): readonly MissingField[] {
  const given = definition.reading.normalize(config);
  const missing = definition.reading.missing(given, complete);
  if (missing.length === 0) return [];
  const unknown = unknownNames(config, definition);
  return missing.map((key) => {
    const field = definition.fields.find((each) => each.key === key);
    const meant = unknown.find(
      ({ name, nearest }) => nearest === key || (field !== undefined && isLabel(name, field)),
    );
    const sentences = [
      `"${key}" is missing: ${definition.id} needs it.`,
      ...(field?.default === undefined ? [] : [formerDefault(key, JSON.stringify(field.default))]),
      ...(meant === undefined ? [] : [`Did you mean it by "${meant.name}"?`]),
    ];
    return { field: key, message: sentences.join(' ') };
  });
}

function formerDefault(key: string, value: string): string {
  return `The default until now was ${value}: write "${key}": ${value} to keep it.`;
}

interface UnknownName {
  readonly name: string;
  readonly nearest: string | undefined;
}

const MAX_UNKNOWN = 20;

function unknownNames(config: JsonObject, definition: AnyNode): UnknownName[] {
  const known = knownConfigFields(definition);
  const given = Object.keys(config);
  return given
    .filter((name) => !known.includes(name))
    .slice(0, MAX_UNKNOWN)
    .map((name) => ({
      name,
      nearest: aliasedField(name, known, given) ?? nearestField(name, known),
    }));
}
