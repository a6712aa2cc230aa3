import type { AnyNode } from '../nodes/definition.ts';

/** The names of the config fields of a node type. */
export function knownConfigFields(node: AnyNode): readonly string[] {
  const { fields, formerKeys, defaultConfig } = node;
  return [
    ...new Set([...fields.map(({ key }) => key), ...Object.keys(defaultConfig), ...formerKeys]),
  ];
}
