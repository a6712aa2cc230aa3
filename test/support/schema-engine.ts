import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

/** The used part of Node's WebAssembly API, which TypeScript types only for browsers. */
declare const WebAssembly: {
  instantiate(
    binary: Uint8Array,
    imports: Readonly<Record<string, object>>,
  ): Promise<{ readonly instance: { readonly exports: { __wbindgen_start(): void } } }>;
};

/** Loads the engine of `prisma migrate` once per process, since its bindings hold one instance. */
export async function loadSchemaEngine(): Promise<void> {
  const binary = createRequire(import.meta.url)
    .resolve('@prisma/schema-engine-wasm/schema_engine_bg')
    .replace(/\.js$/, '.wasm');
  const { instance } = await WebAssembly.instantiate(readFileSync(binary), {
    './schema_engine_bg.js': bindings,
  });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
}

/** Runs the loaded engine on a database, then closes its connections. */
export async function withSchemaEngine<T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
): Promise<T> {
  const factory = bindMigrationAwareSqlAdapterFactory(new PrismaPg({ connectionString: url }));
  const connections: { dispose(): Promise<unknown> }[] = [];
  const engine = await bindings.SchemaEngine.new({ datamodels: undefined }, () => undefined, {
    ...factory,
    connect: async () => {
      const result = await factory.connect();
      if (result.ok) connections.push(result.value);
      return result;
    },
  });
  const { setTimeout } = globalThis;
  try {
    // Its timeout for the lock is never cleared and would keep the process waiting.
    globalThis.setTimeout = Object.assign(
      (...timer: Parameters<typeof setTimeout>) => setTimeout(...timer).unref(),
      setTimeout,
    );
    return await work(engine);
  } finally {
    globalThis.setTimeout = setTimeout;
    // The engine never closes its connection, which holds the lock of migrations.
    for (const connection of connections) await connection.dispose();
  }
}
