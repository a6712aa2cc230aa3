import type { JsonValue } from '../domain/json.ts';

/** A field of the form of a connection. A key with a dot is a key of `options`. */
export interface ConnectionField {
  readonly key: string;
  readonly label: string;
  readonly type: 'string' | 'integer' | 'boolean' | 'select' | 'json';
  readonly required: boolean;
  readonly default?: JsonValue;
  readonly placeholder?: string;
  readonly help?: string;
  readonly options?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  /** The value is a secret reference. */
  readonly secret?: boolean;
}

export type ConnectionForm = readonly ConnectionField[];

/** The address of a server. @param port the port that an empty field stands for */
export function serverFields(port: number): ConnectionForm {
  return [
    { key: 'host', label: 'Host', type: 'string', required: true, placeholder: 'localhost' },
    { key: 'port', label: 'Port', type: 'integer', required: false, default: port, ...PORTS },
  ];
}

const PORTS = { min: 1, max: 65_535 } as const;

export const USERNAME: ConnectionField = {
  key: 'username',
  label: 'User',
  type: 'string',
  required: false,
};

/** The reference of the secret. @param label what the secret is for the provider */
export function secretField(label: string): ConnectionField {
  return {
    key: 'password_env',
    label,
    type: 'string',
    required: false,
    secret: true,
    placeholder: 'env:NAME',
    help: 'Where the secret is: env:NAME, keyring:NAME or file:/path. The secret itself is never stored.',
  };
}

/** The field `database`. */
export function databaseField(label: string, help: string): ConnectionField {
  return { key: 'database', label, type: 'string', required: true, help };
}
