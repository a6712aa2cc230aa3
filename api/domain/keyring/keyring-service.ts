import { KEYRING_NAME } from '../../../runner/connectors/secrets/secret-reference.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { KeyringUnavailableError, type Keyring, type KeyringAvailability } from './keyring.ts';

/** Maximum length of a secret: entries of Windows are not larger by much. */
export const MAX_SECRET_BYTES = 4096;

/** Stores secrets for connections. Nothing reads one back: only runs and tests of connections do. */
export class KeyringService {
  readonly #keyring: Keyring;

  readonly #fileFolders: readonly string[];

  /** @param fileFolders the folders of the files of secrets, which the error without a keyring names */
  constructor(keyring: Keyring, fileFolders: readonly string[]) {
    this.#keyring = keyring;
    this.#fileFolders = fileFolders;
  }

  async availability(): Promise<KeyringAvailability> {
    return await this.#keyring.availability();
  }

  /** @throws DomainError invalid, also without a keyring */
  async exists(name: string): Promise<boolean> {
    checkName(name);
    return (await this.#usable(() => this.#keyring.read(name))) !== null;
  }

  /** @throws DomainError invalid, also without a keyring; conflict for a taken name, unless `overwrite` */
  async store(name: string, value: string, overwrite: boolean): Promise<void> {
    checkName(name);
    checkValue(value);
    if (await this.#usable(() => this.#keyring.write(name, value, overwrite))) return;
    throw conflict(
      `The keyring already has a secret named "${name}". Choose another name, or replace it with overwrite: true.`,
    );
  }

  /** @throws DomainError invalid, also without a keyring; not_found */
  async remove(name: string): Promise<void> {
    checkName(name);
    if (!(await this.#usable(() => this.#keyring.remove(name))))
      throw notFound('Keyring secret', name);
  }

  async #usable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof KeyringUnavailableError)) throw error;
      const folders = this.#fileFolders.join(' or ');
      throw invalid(
        `There is no keyring to use: ${error.reason}. Use env:NAME for a variable of the service, or file:/path for a file in ${folders}.`,
      );
    }
  }
}

function checkName(name: string): void {
  if (KEYRING_NAME.test(name)) return;
  throw invalid(
    'The name of a secret has 1 to 255 letters, digits, dots, underscores and hyphens.',
  );
}

/** No message repeats the value. */
function checkValue(value: string): void {
  if (Buffer.byteLength(value) > MAX_SECRET_BYTES) {
    throw invalid(`The value is longer than ${MAX_SECRET_BYTES} bytes.`);
  }
  // Neither has a place in an environment variable.
  if (!value.isWellFormed() || value.includes('\0')) {
    throw invalid('The value must be valid Unicode without NUL characters.');
  }
}
