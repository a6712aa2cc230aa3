/** What a test file asks of the host: `POST /services`. */
export interface StartRequest {
  /** The test file. The host stops what another file has left. */
  readonly owner: string;
  /** The variables of the configuration. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the process while the service runs, such as secrets of connections. */
  readonly variables: Readonly<Record<string, string>>;
  /** Whether the log of the service can be read. */
  readonly keepsLogs: boolean;
}

export interface StartedService {
  readonly id: string;
  readonly url: string;
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The process of the host, the parent of the service's runners. */
  readonly pid: number;
}

/** An answer of a service to a test file: `POST /services/ID/check`. */
export interface GivenAnswer {
  readonly method: string;
  readonly at: string;
  readonly status: number;
  readonly body: unknown;
}

/** Why the host could not do something: the body of a 500. */
export interface HostFailure {
  readonly message: string;
  readonly stack: string;
}
