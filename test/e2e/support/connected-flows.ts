import { fetchOnceConnected, type RunAnswer } from './service.ts';
import type { Stand } from './stand.ts';

/** A node by its type and its config. */
export type Step = readonly [type: string, config: object];

const TO_FILE: Step = ['fileOutput', { format: 'csv' }];

/** Connections of an installation and flows that use them, with all that the API answers. */
export class ConnectedFlows {
  readonly #stand: Stand;
  /** The texts of all answers. */
  readonly answers: string[] = [];
  /** The ids of all runs. */
  readonly runs: string[] = [];

  constructor(stand: Stand) {
    this.#stand = stand;
  }

  /** Calls the API. @returns the body of the answer, whatever its status */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetchOnceConnected(`${this.#stand.place.api}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await answer.text();
    this.answers.push(text);
    return JSON.parse(text === '' ? 'null' : text) as T;
  }

  /** Saves a connection, by default to the PostgreSQL of the installation. @returns its id */
  async connection(fields: object): Promise<string> {
    const { id } = await this.call<{ id: string }>('POST', '/connections', {
      name: `C ${crypto.randomUUID()}`,
      provider: 'postgresql',
      host: 'millrace-postgres',
      port: 5432,
      database: 'millrace',
      ...fields,
    });
    return id;
  }

  /** Saves a flow of an input and an output. @returns its id */
  async saveFlow([input, from]: Step, [output, to]: Step = TO_FILE): Promise<string> {
    const at = { x: 0, y: 0 };
    return await this.#stand.service.saveFlow('Connected', {
      nodes: [
        { id: 'in', type: input, position: at, data: { label: 'in', config: from } },
        { id: 'out', type: output, position: at, data: { label: 'out', config: to } },
      ],
      edges: [{ id: 'e', source: 'in', target: 'out' }],
    });
  }

  /** Saves a flow of one query. @param more of the config of its input @returns its id */
  async queryFlow(id: string, query = 'SELECT 7 AS a', more: object = {}): Promise<string> {
    return await this.saveFlow(['sqlInput', { connection_id: id, mode: 'query', query, ...more }]);
  }

  async runToEnd(flow: string, options: object = {}): Promise<RunAnswer> {
    const run = await this.call<RunAnswer>('POST', `/flows/${flow}/runs`, options);
    this.runs.push(run.id);
    return run;
  }
}
