import { isAvailable, missingDriver } from '../../../runner/connectors/driver-availability.ts';
import type { Provider } from '../../../runner/connectors/provider.ts';
import { PROVIDERS } from '../../../runner/connectors/providers/index.ts';
import { providerFacts } from '../connections/view.ts';
import type { ConnectorSpec } from './schemas.ts';

/** The connectors by id. */
export function connectorSpecs(): readonly ConnectorSpec[] {
  return PROVIDERS.map(toConnectorSpec).sort((one, other) => (one.id < other.id ? -1 : 1));
}

function toConnectorSpec(provider: Provider): ConnectorSpec {
  const { name, label, kind, driver, permissions, form } = provider;
  const available = isAvailable(provider);
  return {
    id: name,
    label,
    kind,
    available,
    unavailable_reason: available ? null : reasonOf(provider),
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

function reasonOf(provider: Provider): string {
  return missingDriver(provider) ?? 'This release cannot use it yet.';
}
