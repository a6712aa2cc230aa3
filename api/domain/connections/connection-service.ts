import { checkConnection } from '../../../runner/connectors/check-connection.ts';
import { providerOf } from '../../../runner/connectors/providers/index.ts';
import { checkKnownHost } from '../../../runner/connectors/check-known-host.ts';
import type { HostRules } from '../../../runner/connectors/host-rules.ts';
import { checkSecretPolicy } from '../../../runner/connectors/secrets/secret-policy.ts';
import {
  parseSecretReference,
  REFERENCE_FORMS,
} from '../../../runner/connectors/secrets/secret-reference.ts';
import type { SecretSettings } from '../../../runner/connectors/secrets/secret-settings.ts';
import { checkOwnBucket, type OwnBucket } from '../../../runner/connectors/storage/own-bucket.ts';
import type { ConnectionFields, ConnectionKind } from '../../../runner/domain/connection.ts';
import type { ConnectedFlow } from './connected-flows-store.ts';
import { conflict, invalid, notFound, type DomainError } from '../errors.ts';
import type { ListPage } from '../page.ts';
import type { ConnectionRecord } from './connection-record.ts';
import type { ConnectionStore, NotSaved } from './connection-store.ts';
import { allowsProject, type ProjectScope } from './project-scope.ts';
import { checkServerOptions } from './storage-server.ts';

/** The fields that a client sends. */
export interface RequestedConnection extends ConnectionFields {
  readonly name: string;
  readonly projectIds: ProjectScope;
}

export interface ConnectionServiceDeps {
  readonly store: ConnectionStore;
  readonly secrets: SecretSettings;
  readonly hostRules: HostRules;
  /** What connections may not use; null: nothing. */
  readonly ownBucket: OwnBucket | null;
  /** Whether a variable is a setting of the service. */
  readonly isOwnVariable: (name: string) => boolean;
  /** The flows that use a connection. */
  readonly flowsOf: (id: string) => Promise<readonly ConnectedFlow[]>;
  readonly newId: () => string;
}

/** How many flows a refusal names. */
const NAMED_FLOWS = 5;

/** Saves connections. It connects to nothing and reads no secret. */
export class ConnectionService {
  readonly #deps: ConnectionServiceDeps;

  constructor(deps: ConnectionServiceDeps) {
    this.#deps = deps;
  }

  /** @param projectId only those that flows of the project may use; undefined: all */
  list(page: ListPage, projectId: string | undefined): ReturnType<ConnectionStore['list']> {
    return this.#deps.store.list(page, projectId);
  }

  /** @throws DomainError not_found */
  async get(id: string): Promise<ConnectionRecord> {
    const found = await this.#deps.store.find(id);
    if (found === null) throw notFound('Connection', id);
    return found;
  }

  /** @throws UserError or DomainError invalid for a broken rule, conflict for a taken name */
  async create({ projectIds, ...requested }: RequestedConnection): Promise<ConnectionRecord> {
    const connectionType = await this.check(requested);
    checkNotEmpty(projectIds);
    const id = this.#deps.newId();
    const connection = { ...requested, id, connectionType };
    const outcome = await this.#deps.store.create(connection, projectIds);
    if (outcome !== 'created') throw notSaved(outcome, requested.name);
    return await this.get(id);
  }

  /**
   * Changes the given fields. A change of what the connection points at forgets its last test.
   * @throws DomainError not_found, conflict, also when flows would lose it, unless `force`; UserError or
   *   DomainError invalid for a broken rule
   */
  async update(
    id: string,
    { projectIds: scope, ...change }: Partial<RequestedConnection>,
    force: boolean,
  ): Promise<ConnectionRecord> {
    const record = await this.get(id);
    if (scope !== undefined) {
      checkNotEmpty(scope);
      if (!force) await this.#checkFlowsKeep(record, scope);
    }
    // A name is judged by no rule of the provider. What was saved before a rule must not keep its name for that.
    const isRenamed = Object.keys(change).every((field) => field === 'name');
    const outcome = await this.#deps.store.update({
      id,
      merge: async (present) => {
        const merged = { ...present, ...change };
        const kind = isRenamed ? providerOf(present.provider)?.kind : undefined;
        return { ...merged, connectionType: kind ?? (await this.check(merged, present)) };
      },
      scope,
      forgetsTest: !isRenamed,
    });
    if (outcome === 'missing') throw notFound('Connection', id);
    if (outcome !== 'updated') throw notSaved(outcome, change.name ?? record.name);
    return await this.get(id);
  }

  /**
   * @throws DomainError conflict that names the flows whose projects a new scope leaves out; invalid for an
   *   unknown project, which is the likelier mistake
   */
  async #checkFlowsKeep(
    { id, name, projectIds }: ConnectionRecord,
    scope: ProjectScope,
  ): Promise<void> {
    const flows = await this.#deps.flowsOf(id);
    const losing = flows.filter(
      (flow) => allowsProject(projectIds, flow.projectId) && !allowsProject(scope, flow.projectId),
    );
    if (losing.length === 0) return;
    const unknownProject = await this.#deps.store.unknownProject(scope);
    if (unknownProject !== null) throw notSaved({ unknownProject }, name);
    throw conflict(
      `The connection "${name}" is used by ${listed(losing)} of projects that "project_ids" leaves out. Change these flows first, or change it with force=true.`,
    );
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
   * @param present the connection as it is saved; default: it is new
   * @returns the kind of the connection
   * @throws UserError or DomainError invalid, without the secret reference
   */
  async check(
    fields: ConnectionFields,
    present: ConnectionFields | null = null,
  ): Promise<ConnectionKind> {
    const { kind } = checkConnection(fields);
    checkServerOptions(fields, present);
    checkKnownHost(fields, kind, this.#deps.hostRules);
    checkOwnBucket(fields, this.#deps.ownBucket);
    if (fields.secret !== null) {
      const reference = parseSecretReference(fields.secret);
      if (reference === null) throw invalid(`password_env is invalid. ${REFERENCE_FORMS}`);
      await checkSecretPolicy(reference, this.#deps.secrets, this.#deps.isOwnVariable);
    }
    return kind;
  }
}

/** @throws DomainError invalid */
function checkNotEmpty(scope: ProjectScope): void {
  if (scope?.length !== 0) return;
  throw invalid(
    '"project_ids" is empty. Name at least one project, or send null for all projects.',
  );
}

function listed(flows: readonly ConnectedFlow[]): string {
  const names = flows.slice(0, NAMED_FLOWS).map(({ name }) => `"${name}"`);
  const rest = flows.length - names.length;
  return `the flow${flows.length === 1 ? '' : 's'} ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function notSaved(reason: NotSaved, name: string): DomainError {
  if (reason === 'name taken') return conflict(`There is already a connection named "${name}"`);
  const id = JSON.stringify(reason.unknownProject.slice(0, 100));
  return invalid(
    `"project_ids" names the project ${id}, which does not exist. Name projects by their ids, or send null for all projects.`,
  );
}
