import { checkConnection } from '../../../runner/connectors/check-connection.ts';
import { checkKnownHost } from '../../../runner/connectors/check-known-host.ts';
import { checkSecretPolicy } from '../../../runner/connectors/secrets/secret-policy.ts';
import {
  parseSecretReference,
  REFERENCE_FORMS,
} from '../../../runner/connectors/secrets/secret-reference.ts';
import type { SecretSettings } from '../../../runner/connectors/secrets/secret-settings.ts';
import type { ConnectionFields, ConnectionKind } from '../../../runner/domain/connection.ts';
import { conflict, invalid, notFound, type DomainError } from '../errors.ts';
import type { ListPage } from '../page.ts';
import { connectionOf, type ConnectionRecord } from './connection-record.ts';
import type { ConnectionStore } from './connection-store.ts';

/** The fields that a client sends. */
export interface RequestedConnection extends ConnectionFields {
  readonly name: string;
}

export interface ConnectionServiceDeps {
  readonly store: ConnectionStore;
  readonly secrets: SecretSettings;
  /** Whether connections may not reach addresses of private networks. */
  readonly blocksPrivateHosts: boolean;
  /** Whether a variable is a setting of the service. */
  readonly isOwnVariable: (name: string) => boolean;
  /** The names of the flows that use a connection. */
  readonly flowsOf: (id: string) => Promise<readonly string[]>;
  readonly newId: () => string;
}

/** How many flows a refusal to delete names. */
const NAMED_FLOWS = 5;

/** Saves connections. It connects to nothing and reads no secret. */
export class ConnectionService {
  readonly #deps: ConnectionServiceDeps;

  constructor(deps: ConnectionServiceDeps) {
    this.#deps = deps;
  }

  list(page: ListPage): ReturnType<ConnectionStore['list']> {
    return this.#deps.store.list(page);
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<ConnectionRecord> {
    const found = await this.#deps.store.find(id);
    if (found === null) throw notFound('Connection', id);
    return found;
  }

  /** @throws UserError or DomainError invalid for a broken rule, conflict for a taken name */
  async create(requested: RequestedConnection): Promise<ConnectionRecord> {
    const connectionType = await this.check(requested);
    const id = this.#deps.newId();
    if (!(await this.#deps.store.create({ ...requested, id, connectionType }))) {
      throw nameTaken(requested.name);
    }
    return await this.get(id);
  }

  /**
   * Changes the given fields. A change of what the connection points at forgets its last test.
   * @throws DomainError not_found, conflict; UserError or DomainError invalid for a broken rule
   */
  async update(id: string, change: Partial<RequestedConnection>): Promise<ConnectionRecord> {
    const merged = { ...connectionOf(await this.get(id)), ...change };
    const connectionType = await this.check(merged);
    const forgetsTest = Object.keys(change).some((field) => field !== 'name');
    const outcome = await this.#deps.store.update({ ...merged, connectionType }, forgetsTest);
    if (outcome === 'missing') throw notFound('Connection', id);
    if (outcome === 'name taken') throw nameTaken(merged.name);
    return await this.get(id);
  }

  /** @throws DomainError not_found; conflict when flows use it, unless `force` */
  async delete(id: string, force: boolean): Promise<void> {
    const { name } = await this.get(id);
    const flows = force ? [] : await this.#deps.flowsOf(id);
    if (flows.length > 0) {
      throw conflict(
        `The connection "${name}" is used by ${listed(flows)}. Change these flows first, or delete it with force=true.`,
      );
    }
    if (!(await this.#deps.store.delete(id))) throw notFound('Connection', id);
  }

  /**
   * Checks the rules of the provider and those of secrets.
   * @returns the kind of the connection
   * @throws UserError or DomainError invalid, without the secret reference
   */
  async check(fields: ConnectionFields): Promise<ConnectionKind> {
    const { kind } = checkConnection(fields);
    checkKnownHost(fields, kind, this.#deps.blocksPrivateHosts);
    if (fields.secret !== null) {
      const reference = parseSecretReference(fields.secret);
      if (reference === null) throw invalid(`password_env is invalid. ${REFERENCE_FORMS}`);
      await checkSecretPolicy(reference, this.#deps.secrets, this.#deps.isOwnVariable);
    }
    return kind;
  }
}

function listed(flows: readonly string[]): string {
  const names = flows.slice(0, NAMED_FLOWS).map((name) => `"${name}"`);
  const rest = flows.length - names.length;
  return `the flow${flows.length === 1 ? '' : 's'} ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function nameTaken(name: string): DomainError {
  return conflict(`There is already a connection named "${name}"`);
}
