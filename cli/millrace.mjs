// The first module of every command: what must be set before any TypeScript is loaded.
import module from 'node:module';
import path from 'node:path';

// Keeps compiled code and stripped types between starts: a start costs half the time and 25 MB less.
module.enableCompileCache(
  path.resolve(import.meta.dirname, '..', 'node_modules', '.cache', 'millrace', 'compile'),
);

await import('./main.ts');
