/** Whether secrets can be stored here. Field names are those of the API. */
export interface KeyringAvailability {
  readonly available: boolean;
  /** What keeps the secrets; null: nothing does. */
  readonly backend: string | null;
  /** Why it is not available; null: it is. */
  readonly detail: string | null;
}

/** A keyring that cannot be used: no secret can be read from it or stored in it. */
export class KeyringUnavailableError extends Error {
  override readonly name = 'KeyringUnavailableError';
  /** The reason as part of a sentence. */
  readonly reason: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

/** Keeps secrets by name outside of the database. All methods but `availability` throw KeyringUnavailableError. */
export interface Keyring {
  availability(): Promise<KeyringAvailability>;
  /** @returns null when there is no such entry */
  read(name: string): Promise<string | null>;
  /** Stores a secret. @returns false when the name is taken and `overwrite` is false */
  write(name: string, value: string, overwrite: boolean): Promise<boolean>;
  /** @returns false when there is no such entry */
  remove(name: string): Promise<boolean>;
}
