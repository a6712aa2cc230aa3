/**
 * Node's HTTP server and client. `import 'node:http'` evaluates every export of the module, and one of them
 * loads all of `fetch`, which costs 50 ms of CPU time and 13 MB at the start.
 */
export const { createServer, request } = process.getBuiltinModule('node:http');
