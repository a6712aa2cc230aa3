import { isAvailable, missingDriver } from '../../../runner/connectors/driver-availability.ts';
import type { Provider } from '../../../runner/connectors/provider.ts';
import { PROVIDERS } from '../../../runner/connectors/providers/index.ts';
import { providerFacts } from '../connections/view.ts';
import type { ConnectorSpec } from './schemas.ts';

/**
 * The connectors by id.
 * @param extras the folder of the drivers that `millrace setup` installs
 */
export function connectorSpecs(extras: string): readonly ConnectorSpec[] {
  return PROVIDERS.map((provider) => toConnectorSpec(provider, extras)).sort((one, other) =>
    one.id < other.id ? -1 : 1,
  );
}

function toConnectorSpec(provider: Provider, extras: string): ConnectorSpec {
  const { name, label, kind, driver, permissions, form } = provider;
  const available = isAvailable(provider, extras);
  return {
    id: name,
    label,
    kind,
    available,
    unavailable_reason: available ? null : reasonOf(provider, extras),
    driver_module: driver?.module ?? null,
    extra: driver?.extra ?? null,
    capabilities: [`connector.${kind}`, `connector.${name}`],
    permissions: [...permissions],
    provider: 'service.core',
    metadata: providerFacts(provider),
    config_schema: {
      fields: form.map(({ options, ...field }) =>
        options === undefined ? field : { ...field, options: [...options] },
      ),
    },
  };
}

function reasonOf(provider: Provider, extras: string): string {
  return missingDriver(provider, extras) ?? 'This release cannot use it yet.';
}
