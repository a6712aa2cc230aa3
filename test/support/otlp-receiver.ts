import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

/** A span received over OTLP. */
export interface ReceivedSpan {
  readonly service: string | undefined;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the root span of a trace. */
  readonly parentSpanId: string | undefined;
  /** As numbered by OTLP: 1 internal, 2 server. */
  readonly kind: number;
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  /** As numbered by OTLP: 0 unset, 2 error. */
  readonly status: { readonly code: number; readonly message?: string | undefined };
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** The path and headers of each request. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** The bodies of the requests, as they were sent. */
  readonly bodies: readonly string[];
  /** Stops answering requests. */
  hang(): void;
  close(): void;
}

const attribute = z.object({
  key: z.string(),
  value: z.union([
    z.object({ stringValue: z.string() }).transform((value) => value.stringValue),
    z
      .object({ intValue: z.union([z.string(), z.number()]) })
      .transform(({ intValue }) => Number(intValue)),
    z.object({ doubleValue: z.number() }).transform((value) => value.doubleValue),
    z.object({ boolValue: z.boolean() }).transform((value) => value.boolValue),
  ]),
});
const attributes = z
  .array(attribute)
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const nanoseconds = z
  .union([z.string(), z.number()])
  .transform((value) => Number(BigInt(value)) / 1e6);
const request = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              kind: z.number(),
              startTimeUnixNano: nanoseconds,
              endTimeUnixNano: nanoseconds,
              attributes,
              status: z.object({ code: z.number(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Starts a collector of traces by OTLP over HTTP in JSON. Answers 400 to invalid requests. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const bodies: string[] = [];
  let isHanging = false;
  const server = createServer((incoming, response) => {
    requests.push({ path: incoming.url ?? '', headers: incoming.headers });
    if (isHanging) return;
    void text(incoming).then((body) => {
      bodies.push(body);
      const parsed = request.safeParse(JSON.parse(body));
      if (parsed.success) spans.push(...spansOf(parsed.data));
      response.writeHead(parsed.success ? 200 : 400, { 'Content-Type': 'application/json' });
      response.end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    bodies,
    hang() {
      isHanging = true;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function spansOf({ resourceSpans }: z.output<typeof request>): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map(({ startTimeUnixNano, endTimeUnixNano, parentSpanId, ...span }) => ({
        ...span,
        parentSpanId,
        service: resource.attributes['service.name']?.toString(),
        start: startTimeUnixNano,
        end: endTimeUnixNano,
      })),
    ),
  );
}
