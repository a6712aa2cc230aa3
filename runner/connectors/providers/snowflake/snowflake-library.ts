import { devNull } from 'node:os';
import path from 'node:path';
import type * as Snowflake from 'snowflake-sdk';
import { loadPackage } from '../../../extras/extra-package.ts';

export type SnowflakeLibrary = Pick<typeof Snowflake, 'createConnection' | 'configure'>;

/** A folder that cannot exist. */
const NOWHERE = path.join(devNull, 'none');

/**
 * The driver would ask the metadata services of clouds where it runs, with the credentials that it finds there,
 * report the form of the account, and load a library of machine code for reports.
 */
const WITHOUT_REPORTS = {
  SNOWFLAKE_DISABLE_PLATFORM_DETECTION: 'true',
  SF_TELEMETRY_DISABLE_CONNECTION_SHAPE: 'true',
  SNOWFLAKE_DISABLE_MINICORE: 'true',
} as const;

/** While it is loaded, the driver remembers where a user could configure its log, and creates its caches. */
const WITHOUT_HOME = {
  HOME: NOWHERE,
  USERPROFILE: NOWHERE,
  SF_OCSP_RESPONSE_CACHE_DIR: NOWHERE,
} as const;

let library: SnowflakeLibrary | undefined;

/**
 * The library, which is loaded on first use and writes no file and no log.
 * @throws UserError when its extra is not installed
 */
export function snowflakeLibrary(): SnowflakeLibrary {
  library ??= loadedQuietly();
  return library;
}

function loadedQuietly(): SnowflakeLibrary {
  Object.assign(process.env, WITHOUT_REPORTS);
  delete process.env.SF_CLIENT_CONFIG_FILE;
  const before = Object.keys(WITHOUT_HOME).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, WITHOUT_HOME);
  try {
    const loaded = loadPackage({ extra: 'snowflake', name: 'snowflake-sdk' }) as SnowflakeLibrary;
    loaded.configure({
      // By default the driver logs to the console and into a file of the working directory.
      logLevel: 'OFF',
      // The check asks other hosts than that of the connection, and keeps the answers in a file.
      disableOCSPChecks: true,
      // The default evaluates a text that is no JSON as a program.
      jsonColumnVariantParser: (text) => text,
    });
    return loaded;
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}
