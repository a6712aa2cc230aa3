/**
 * Node's HTTP server and client. An import of `node:http` reads each of its exports, and one of them loads
 * all of `fetch`: 50 ms of processor time at the start, and 13 MB.
 */
export const { createServer, request } = process.getBuiltinModule('node:http');
