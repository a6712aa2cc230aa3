import { text } from 'node:stream/consumers';
import { seedDemo } from './seed-demo.ts';
import type { SeedRequest } from './seed-process.ts';

// A separate process, since the API would keep the memory of an HTTP client that it uses once.
const { service, storageFolder } = JSON.parse(await text(process.stdin)) as SeedRequest;
process.stdout.write(JSON.stringify(await seedDemo(service, storageFolder)));
