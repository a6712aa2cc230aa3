import { text } from 'node:stream/consumers';
import type { ServiceAddress } from './demo-client.ts';
import { seedDemo } from './seed-demo.ts';

// A separate process, since the API would keep the memory of an HTTP client that it uses once.
const service = JSON.parse(await text(process.stdin)) as ServiceAddress;
process.stdout.write(JSON.stringify(await seedDemo(service)));
