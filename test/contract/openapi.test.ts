import { Ajv2020 } from 'ajv/dist/2020.js';
import { Validator } from '@seriousme/openapi-schema-validator';
import { startTestApp, type TestApp } from '../support/app.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly [keyword: string]: unknown;
}

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    name: string;
    in: string;
    description?: string;
    schema: Schema;
  }[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, { description: string; content?: unknown }>>;
}

interface Document {
  readonly openapi: string;
  readonly tags: readonly { name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

let app: TestApp;
let document: Document;
let operations: { at: string; path: string; method: string; operation: Operation }[];

beforeAll(async () => {
  app = await startTestApp();
  document = (await app.call('GET', '/openapi.json')).body as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      at: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation,
    })),
  );
});

afterAll(() => app.close());

/** Each rule gives the operations that break it. */
function breaking(rule: (o: (typeof operations)[number]) => boolean): string[] {
  return operations.filter((one) => !rule(one)).map((one) => one.at);
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toBe('3.1.0');
    const result = await new Validator().validate({ ...structuredClone(document) });
    expect(result).toEqual({ valid: true });
  });

  it('references only schemas that it defines', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
      ([, ref]) => ref!,
    );
    const known = new Set(
      Object.keys(document.components.schemas).map((n) => `#/components/schemas/${n}`),
    );
    expect(references.filter((reference) => !known.has(reference))).toEqual([]);
  });

  it('has no form at which common generators of clients stop', () => {
    expect(JSON.stringify(document)).not.toContain('"items":false');
  });

  it('uses every schema that it defines', () => {
    const text = JSON.stringify(document);
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !text.includes(`"#/components/schemas/${name}"`),
    );
    expect(unused).toEqual([]);
  });
});

describe('every operation', () => {
  it('has a unique id', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(breaking(({ operation }) => /^[a-z][A-Za-z0-9]+$/.test(operation.operationId))).toEqual(
      [],
    );
  });

  it('has one listed tag', () => {
    const tags = document.tags.map((tag) => tag.name);
    expect(
      breaking(
        ({
          operation: {
            tags: [tag = ''],
            ...rest
          },
        }) => tags.includes(tag) && 'summary' in rest,
      ),
    ).toEqual([]);
  });

  it('has a summary and a different description', () => {
    expect(
      breaking(
        ({ operation: o }) =>
          o.summary !== '' && o.description !== '' && o.summary !== o.description,
      ),
    ).toEqual([]);
  });

  it('describes each parameter', () => {
    expect(
      breaking(({ operation }) => (operation.parameters ?? []).every((p) => p.description)),
    ).toEqual([]);
  });

  it('documents one success and a description of each answer', () => {
    const hasSuccess = breaking(({ operation }) =>
      Object.keys(operation.responses).some((s) => s.startsWith('2')),
    );
    expect(hasSuccess).toEqual([]);
    expect(
      breaking(({ operation }) => Object.values(operation.responses).every((r) => r.description)),
    ).toEqual([]);
  });

  it('under /api documents 401, 405 and 503, with input 422, with an id 404, when it changes things 403', () => {
    const api = ({ path }: { path: string }): boolean => path.startsWith('/api/');
    const has = (o: Operation, status: string): boolean => status in o.responses;
    const hasInput = (o: Operation): boolean =>
      o.requestBody !== undefined || (o.parameters ?? []).some((p) => p.in !== 'path');
    expect(
      breaking((o) => !api(o) || (has(o.operation, '401') && has(o.operation, '405'))),
      // It has a secret of its own in place of the token.
    ).toEqual(['POST /api/flows/{flow_id}/trigger']);
    expect(breaking((o) => !hasInput(o.operation) || has(o.operation, '422'))).toEqual([]);
    expect(breaking((o) => !o.path.includes('{') || has(o.operation, '404'))).toEqual([]);
    expect(breaking((o) => !api(o) || o.method === 'get' || has(o.operation, '403'))).toEqual([]);
    expect(breaking((o) => !api(o) || has(o.operation, '503'))).toEqual([]);
  });
});

describe('every named schema', () => {
  it('has a description and an example that fits it', () => {
    const { schemas } = document.components;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'document', ...document }, 'document');
    const faults = Object.entries(schemas).flatMap(([name, schema]) => {
      if (schema.description === undefined) return [`${name}: no description`];
      if (schema.examples === undefined && schema.enum === undefined)
        return [`${name}: no example`];
      const validate = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      return (schema.examples ?? [])
        .filter((example) => !validate(example))
        .map(() => `${name}: ${ajv.errorsText(validate.errors)}`);
    });
    expect(faults).toEqual([]);
  });

  it('describes each property', () => {
    const undescribed = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema.properties ?? {})
        .filter(([, property]) => property.description === undefined && property.$ref === undefined)
        .map(([property]) => `${name}.${property}`),
    );
    expect(undescribed).toEqual([]);
  });
});

describe('the surface', () => {
  it('is the one of the snapshot', () => {
    expect(operations.map((one) => one.at).sort()).toMatchSnapshot();
  });

  it('answers every documented GET without an id', async () => {
    const plain = operations.filter((o) => o.method === 'get' && !o.path.includes('{'));
    const answers = await Promise.all(
      plain.map(async (o) => [o.at, (await app.call('GET', o.path)).status]),
    );
    expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
    expect(answers.length).toBeGreaterThan(5);
  });

  it('answers every documented operation on an unknown id with 404', async () => {
    const withId = operations.filter(
      (o) =>
        o.path.includes('_id}') &&
        // What needs a body is refused for its lack first.
        o.operation.requestBody?.required !== true,
    );
    const answers = await Promise.all(
      withId.map(async ({ at, path, method }) => {
        const target = path.replace(/\{\w+\}/g, '1');
        const query = '?node_id=1&object=1&path=1';
        return [at, (await app.call(method.toUpperCase(), `${target}${query}`)).status];
      }),
    );
    expect(answers.filter(([, status]) => status !== 404)).toEqual([]);
  });
});
