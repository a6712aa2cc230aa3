import { UserError } from '../../../domain/errors.ts';
import type { JsonObject } from '../../../domain/json.ts';
import { hostRulesOf, refusedAddresses } from '../../host-rules.ts';
import { ByteBudget } from '../../http/byte-budget.ts';
import { HttpClient, type HttpAnswer, type HttpDeps } from '../../http/http-client.ts';
import { optionsOf } from '../../provider.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { checkParameters } from './request-checks.ts';
import { credentialsOf, type RestCredentials } from './rest-credentials.ts';
import { restOptions, type RestOptions } from './rest-options.ts';
import { baseUrlOf, endpointUrl, withParameters } from './rest-url.ts';

/** What all answers of one read may have in sum. */
const MAX_BYTES = 1 << 28;

/** What tests replace. */
export interface RestDeps extends HttpDeps {
  /** Default: those of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly maxBytes?: number;
}

/** Sends the requests of one read or test of a connection. */
export class RestRequests {
  readonly options: RestOptions;
  /** The options as the connection states them. */
  readonly given: JsonObject;
  readonly #base: URL;
  readonly #credentials: RestCredentials;
  readonly #client: HttpClient;
  readonly #budget: ByteBudget;

  /** @throws UserError for options that no request can have */
  constructor(target: ConnectionTarget, deps: RestDeps) {
    const { env = process.env, maxBytes = MAX_BYTES } = deps;
    this.options = restOptions(target.connection);
    this.given = optionsOf(target.connection);
    this.#base = baseUrlOf(target.connection);
    this.#credentials = credentialsOf(target, this.options);
    const { verify_tls: verifyTls, timeout_seconds: timeoutSeconds, ca } = this.options;
    const rules = hostRulesOf(env);
    if (rules.blocksPrivate && !verifyTls) {
      throw new UserError(
        'options.verify_tls must be true while SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS is on',
      );
    }
    const trusted = ca === undefined ? {} : { ca };
    this.#client = new HttpClient(
      { isRefused: refusedAddresses(rules), verifyTls, timeoutSeconds, ...trusted },
      deps,
    );
    this.#budget = new ByteBudget(maxBytes);
  }

  /** The URL of a path with the parameters of the connection, without the secret; null: the base URL. */
  url(path: string | null): URL {
    const url = path === null ? new URL(this.#base) : endpointUrl(this.#base, path, 'the path');
    checkParameters([...url.searchParams.keys()], 'the path');
    return withParameters(url, this.options.query_params);
  }

  /** Gets a URL with the credentials. @throws UserError, or an error of the network */
  async get(
    url: URL,
    file: string,
    limits: { readonly maxAttempts?: number; readonly accepted?: readonly number[] } = {},
  ): Promise<HttpAnswer> {
    const target = withParameters(url, this.#credentials.parameters);
    const headers = {
      Accept: this.options.response_format === 'csv' ? 'text/csv, */*' : 'application/json, */*',
      ...Object.fromEntries(this.options.headers),
      ...this.#credentials.headers,
    };
    return await this.#client.get({ url: target, headers, file, budget: this.#budget, ...limits });
  }

  close(): void {
    this.#client.close();
  }
}
