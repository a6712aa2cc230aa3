import type { OpenApiDocument } from './document.ts';
import { withoutResponses } from './without-responses.ts';

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

const document: OpenApiDocument = {
  openapi: '3.1.0',
  info: { title: 'Kites', version: '1', description: '' },
  tags: [],
  paths: {
    '/kites': {
      post: {
        operationId: 'fly',
        tags: [],
        summary: '',
        description: '',
        parameters: [{ name: 'wind', in: 'query', schema: ref('Wind') }],
        requestBody: { ...json(ref('Kite')) },
        responses: { 200: { description: 'Up', ...json(ref('Height')) } },
      },
    },
  },
  components: {
    schemas: {
      Height: { type: 'number' },
      Kite: { type: 'object', properties: { tail: ref('Tail') } },
      Tail: { type: 'object', properties: { next: ref('Tail') } },
      Wind: { type: 'number' },
    },
    securitySchemes: {},
  },
};

describe('withoutResponses', () => {
  it('keeps the schemas that requests refer to, directly, indirectly and recursively', () => {
    const { components, paths } = withoutResponses(document);
    expect(Object.keys(components.schemas).toSorted()).toEqual(['Kite', 'Tail', 'Wind']);
    expect(paths['/kites']?.post).toMatchObject({ operationId: 'fly', responses: {} });
  });

  it('does not modify the document', () => {
    const before = structuredClone(document);
    withoutResponses(document);
    expect(document).toEqual(before);
  });
});
