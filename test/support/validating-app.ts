import { startTestApp, type Answer, type TestApp } from './app.ts';

/** A service that validates flows. */
export interface ValidatingApp extends Pick<TestApp, 'call'> {
  /** The id of a dataset with the columns id (integer), price (float) and city (string). */
  readonly orders: string;
  /** @returns the id of the dataset */
  readonly upload: (name: string, content: string) => Promise<string>;
  /** @param more fields of the body in addition to the graph */
  readonly validate: (graph_json: unknown, more?: object) => Promise<Answer>;
}

/** Starts the service before the tests of a file, and stops it after them. */
export function useValidatingApp(): ValidatingApp {
  let app: TestApp;
  let orders: string;

  async function upload(name: string, content: string): Promise<string> {
    const { body } = await app.upload('/api/datasets/upload', name, content);
    return (body as { id: string }).id;
  }

  beforeAll(async () => {
    app = await startTestApp();
    orders = await upload('orders.csv', 'id,price,city\n1,2.5,Oslo\n2,3.5,Bergen\n');
  });

  afterAll(() => app.close());

  return {
    get orders() {
      return orders;
    },
    upload,
    call: (...request) => app.call(...request),
    validate: (graph_json, more = {}) =>
      app.call('POST', '/api/flows/validate', { graph_json, ...more }),
  };
}
