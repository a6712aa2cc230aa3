import { z } from 'zod';

/** A field of a JSON value that its schema does not have. */
export interface UnknownField {
  /** Where it is, its own name last. */
  readonly path: readonly (string | number)[];
  /** The fields that the schema has at this place. */
  readonly known: readonly string[];
}

type Path = UnknownField['path'];

/** Finds the fields that a schema drops. Records and loose objects take any field. */
export function* unknownFields(
  schema: z.ZodType,
  value: unknown,
  path: Path = [],
): Generator<UnknownField> {
  if (schema instanceof z.ZodObject) yield* inObject(schema, value, path);
  else if (schema instanceof z.ZodArray) yield* inArray(schema, value, path);
  else if (schema instanceof z.ZodUnion) yield* inUnion(schema, value, path);
  else {
    const inner = innerOf(schema);
    if (inner !== undefined) yield* unknownFields(inner, value, path);
  }
}

function* inObject(schema: z.ZodObject, value: unknown, path: Path): Generator<UnknownField> {
  if (!isObject(value)) return;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const known = Object.keys(shape);
  const takesAny = schema.def.catchall !== undefined;
  // Not by entries: an object may have a great many, of which few are asked for.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    const item: unknown = Reflect.get(value, name);
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field !== undefined) yield* unknownFields(field, item, [...path, name]);
    else if (!takesAny) yield { path: [...path, name], known };
  }
}

function* inArray(schema: z.ZodArray, value: unknown, path: Path): Generator<UnknownField> {
  if (!Array.isArray(value) || !isLookedInto(schema.element as z.ZodType)) return;
  for (const [position, item] of value.entries()) {
    yield* unknownFields(schema.element as z.ZodType, item, [...path, position]);
  }
}

/** By the first alternative that the value fits. */
function* inUnion(schema: z.ZodUnion, value: unknown, path: Path): Generator<UnknownField> {
  const alternatives = schema.options as readonly z.ZodType[];
  if (!alternatives.some(isLookedInto)) return;
  const fitting = alternatives.find((option) => option.safeParse(value).success);
  if (fitting !== undefined) yield* unknownFields(fitting, value, path);
}

/** Whether values of the schema can have fields that it drops: others need no walk through their items. */
function isLookedInto(schema: z.ZodType): boolean {
  const kinds = [z.ZodObject, z.ZodArray, z.ZodUnion];
  return kinds.some((kind) => schema instanceof kind) || innerOf(schema) !== undefined;
}

/** What an optional, nullable, defaulted or transformed schema is about. */
function innerOf(schema: z.ZodType): z.ZodType | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  ) {
    return schema.unwrap() as z.ZodType;
  }
  if (!(schema instanceof z.ZodPipe)) return undefined;
  return (schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
