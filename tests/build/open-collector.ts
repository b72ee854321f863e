// A stand-in for an OpenTelemetry collector: accepts OTLP as JSON, and may be silent.
import { createServer } from 'node:http';

export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  links?: { traceId: string; spanId: string }[];
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
};

export type Collector = {
  url: string;
  /** Every byte that came. */
  bodies: string[];
  spans(): SentSpan[];
  close(): Promise<void>;
};

export async function openCollector({ silent = false } = {}): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    bodies.push(`${request.url} ${JSON.stringify(request.headers)} ${Buffer.concat(chunks).toString()}`);
    if (!silent) response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    spans: () => bodies.filter((one) => one.startsWith('/v1/traces')).flatMap(readSpans),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

function readSpans(body: string): SentSpan[] {
  const { resourceSpans } = JSON.parse(body.slice(body.indexOf('{"resourceSpans'))) as Sent;
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}
