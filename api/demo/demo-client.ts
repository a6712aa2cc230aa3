/** The address of a running service, as for any client. */
export interface ServiceAddress {
  readonly url: string;
  readonly apiToken: string | null;
}

/** An object of the API. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
}

/** The requests of the seed. Each throws an Error when the service rejects the request. */
export class DemoClient {
  readonly #service: ServiceAddress;

  constructor(service: ServiceAddress) {
    this.#service = service;
  }

  /** Returns all objects of a route. */
  async list(route: string): Promise<readonly Named[]> {
    return (await this.#request(route, {})) as readonly Named[];
  }

  /** Creates an object. @param body a form, or what becomes JSON */
  async create(route: string, body: object): Promise<Named> {
    return (await this.#send('POST', route, body)) as Named;
  }

  /** Changes the given fields of an object. */
  async update(route: string, body: object): Promise<void> {
    await this.#send('PUT', route, body);
  }

  async #send(method: string, route: string, body: object): Promise<unknown> {
    return await this.#request(route, {
      method,
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
  }

  async #request(
    route: string,
    init: { readonly method?: string; readonly body?: string | FormData },
  ): Promise<unknown> {
    const { url, apiToken } = this.#service;
    const headers = new Headers();
    if (typeof init.body === 'string') headers.set('content-type', 'application/json');
    if (apiToken !== null) headers.set('authorization', `Bearer ${apiToken}`);
    const answer = await fetch(`${url}${route}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  }
}
