import { z } from 'zod';

/** A field of a JSON value that its schema does not have. */
export interface UnknownField {
  /** The path of the field, its own name last. */
  readonly path: readonly (string | number)[];
  /** The fields that the schema has at this path. */
  readonly known: readonly string[];
}

type Path = UnknownField['path'];

/** Finds the fields that a schema strips. Records and loose objects accept any field. */
export function* unknownFields(
  schema: z.ZodType,
  value: unknown,
  path: Path = [],
): Generator<UnknownField> {
  if (schema instanceof z.ZodObject) yield* inObject(schema, value, path);
  else if (schema instanceof z.ZodArray) yield* inArray(schema, value, path);
  else if (schema instanceof z.ZodUnion) yield* inUnion(schema, value, path);
  else {
    const inner = unwrapSchema(schema);
    if (inner !== undefined) yield* unknownFields(inner, value, path);
  }
}

function* inObject(schema: z.ZodObject, value: unknown, path: Path): Generator<UnknownField> {
  if (!isObject(value)) return;
  const shape = schema.shape as Readonly<Record<string, z.ZodType>>;
  const known = Object.keys(shape);
  const acceptsAny = schema.def.catchall !== undefined;
  // Not Object.entries: an object can have many fields, and the caller reads only the first ones.
  for (const name in value) {
    if (!Object.hasOwn(value, name)) continue;
    const item: unknown = Reflect.get(value, name);
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (field !== undefined) yield* unknownFields(field, item, [...path, name]);
    else if (!acceptsAny) yield { path: [...path, name], known };
  }
}

function* inArray(schema: z.ZodArray, value: unknown, path: Path): Generator<UnknownField> {
  if (!Array.isArray(value) || !canHaveFields(schema.element as z.ZodType)) return;
  for (const [position, item] of value.entries()) {
    yield* unknownFields(schema.element as z.ZodType, item, [...path, position]);
  }
}

/** Uses the first alternative that the value matches. */
function* inUnion(schema: z.ZodUnion, value: unknown, path: Path): Generator<UnknownField> {
  const alternatives = schema.options as readonly z.ZodType[];
  if (!alternatives.some(canHaveFields)) return;
  const fitting = alternatives.find((option) => option.safeParse(value).success);
  if (fitting !== undefined) yield* unknownFields(fitting, value, path);
}

/** Whether values of the schema can have fields, so that its items must be visited. */
function canHaveFields(schema: z.ZodType): boolean {
  const kinds = [z.ZodObject, z.ZodArray, z.ZodUnion];
  return kinds.some((kind) => schema instanceof kind) || unwrapSchema(schema) !== undefined;
}

/** The schema within an optional, nullable, default or pipe schema. */
function unwrapSchema(schema: z.ZodType): z.ZodType | undefined {
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
