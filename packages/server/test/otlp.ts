import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Value {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
  boolValue?: boolean;
}

interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { scope: { name: string }; spans: SentSpan[] }[];
  }[];
}

interface SentSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind: number;
  status: { code?: number };
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
}

/** A span as a receiver got it. */
interface ReceivedSpan extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, unknown>;
}

export interface Otlp {
  url: string;
  /** All bodies, as they came. */
  texts: string[];
  services: Set<unknown>;
  /** Who made the spans. */
  scopes: Set<string>;
  spans: ReceivedSpan[];
}

/** A receiver of OTLP over HTTP, in JSON. */
export async function startOtlp(): Promise<Otlp> {
  const otlp: Otlp = { url: '', texts: [], services: new Set(), scopes: new Set(), spans: [] };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    response.setHeader('content-type', 'application/json').end('{}');
    if (request.url !== '/v1/traces') return;
    otlp.texts.push(text);
    for (const { resource, scopeSpans } of (JSON.parse(text) as Sent).resourceSpans) {
      otlp.services.add(fieldsOf(resource.attributes)['service.name']);
      for (const { scope, spans } of scopeSpans) {
        otlp.scopes.add(scope.name);
        otlp.spans.push(...spans.map((span) => ({ ...span, attributes: fieldsOf(span.attributes) })));
      }
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  otlp.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return otlp;
}

const fieldsOf = (attributes: { key: string; value: Value }[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => [
      key,
      stringValue ?? boolValue ?? doubleValue ?? Number(intValue),
    ]),
  );
