import { isAvailable } from '../../../runner/connectors/driver-availability.ts';
import type { Provider } from '../../../runner/connectors/provider.ts';
import type { JsonObject } from '../../../runner/domain/json.ts';
import type { ConnectionRecord } from '../../domain/connections/connection-record.ts';
import type { RequestedConnection } from '../../domain/connections/connection-service.ts';
import { optionalTimestamp, recordTimestamp } from '../../http/responses/record-timestamp.ts';
import type {
  ConnectionCreate,
  ConnectionRead,
  ConnectionUpdate,
  ProviderInfo,
} from './schemas.ts';

const EMPTY: Omit<RequestedConnection, 'name' | 'provider'> = {
  host: null,
  port: null,
  database: null,
  username: null,
  secret: null,
  options: null,
  projectIds: null,
};

/** The connection of a request; absent fields are null. */
export function toRequested({ name, provider, ...fields }: ConnectionCreate): RequestedConnection {
  return { ...EMPTY, ...changedFields(fields), name, provider };
}

/** The fields that a request changes. */
export function toChange({
  name,
  provider,
  ...fields
}: ConnectionUpdate): Partial<RequestedConnection> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(provider === undefined ? {} : { provider }),
    ...changedFields(fields),
  };
}

function changedFields(
  fields: Omit<ConnectionUpdate, 'name' | 'provider'>,
): Partial<Omit<RequestedConnection, 'name' | 'provider'>> {
  const { host, port, database, username, options } = fields;
  const { password_env: secret, project_ids: projectIds } = fields;
  return {
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
    // Paths of Windows are stored with slashes.
    ...(database === undefined ? {} : { database: database?.replaceAll('\\', '/') ?? null }),
    ...(username === undefined ? {} : { username }),
    ...(secret === undefined ? {} : { secret }),
    // The body was JSON.
    ...(options === undefined ? {} : { options: options as JsonObject | null }),
    ...(projectIds === undefined ? {} : { projectIds }),
  };
}

export function toConnectionRead(record: ConnectionRecord): ConnectionRead {
  return {
    id: record.id,
    name: record.name,
    provider: record.provider,
    connection_type: record.connectionType,
    host: record.host,
    port: record.port,
    database: record.database,
    username: record.username,
    password_env: record.secret,
    options: record.options,
    project_ids: record.projectIds,
    created_at: recordTimestamp(record.createdAt),
    updated_at: recordTimestamp(record.updatedAt),
    last_tested_at: optionalTimestamp(record.lastTestedAt),
    last_test_status: record.lastTestStatus,
    last_test_error: record.lastTestError,
  };
}

/** What a form of a connection needs to know about a provider. */
export function providerFacts({
  defaultPort,
  needs,
}: Provider): Pick<
  ProviderInfo,
  | 'default_port'
  | 'needs_host'
  | 'needs_auth'
  | 'supports_query'
  | 'needs_bucket'
  | 'needs_region'
  | 'needs_endpoint'
> {
  return {
    default_port: defaultPort,
    needs_host: needs.host,
    needs_auth: needs.auth,
    supports_query: needs.query,
    needs_bucket: needs.bucket,
    needs_region: needs.region,
    needs_endpoint: needs.endpoint,
  };
}

/** @param extras the folder of the drivers that `millrace setup` installs */
export function toProviderInfo(provider: Provider, extras: string): ProviderInfo {
  const { name, label, kind, driver } = provider;
  return {
    name,
    label,
    kind,
    available: isAvailable(provider, extras),
    driver_module: driver?.module ?? null,
    extra: driver?.extra ?? null,
    ...providerFacts(provider),
  };
}
