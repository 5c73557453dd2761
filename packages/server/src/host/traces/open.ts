import { within } from '../../engine/async/within.ts';
import { version } from '../../version.ts';
import type { CallSpan, Tracer } from '../../engine/observe/tracer.ts';

interface Traces {
  /** The base URL of an OTLP receiver. */
  endpoint: string;
  /** Called when spans could not be sent, at most once a minute. */
  failed(error: unknown): void;
}

const closeMs = 3_000;
const quietMs = 60_000;

/**
 * Loads OpenTelemetry, which nothing else does. The provider is not registered globally: other libraries would find it, and trace
 * their queries with all parameters.
 */
export async function openTraces({ endpoint, failed }: Traces): Promise<Tracer> {
  const [api, core, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const unsent = atMostOften(quietMs, failed);
  core.setGlobalErrorHandler(unsent);
  const own = resources.resourceFromAttributes({ 'service.name': 'parley', 'service.version': version });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new sdk.BasicTracerProvider({
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES win.
    resource: own.merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('parley', version);
  const propagator = new core.W3CTraceContextPropagator();
  return {
    start(operation, { transport = 'rest', traceparent, tracestate }): CallSpan {
      const parent = traceparent
        ? propagator.extract(api.ROOT_CONTEXT, { traceparent, tracestate }, api.defaultTextMapGetter)
        : api.ROOT_CONTEXT;
      const attributes = { 'parley.operation': operation, 'parley.transport': transport };
      const span = tracer.startSpan(operation, { kind: api.SpanKind.SERVER, attributes }, parent);
      return {
        stored({ batch, writes, spaces, waitedMs, storedMs, repeats }) {
          span.setAttributes({
            'parley.batch.number': batch,
            'parley.batch.writes': writes,
            'parley.batch.spaces': spaces,
            'parley.batch.wait_ms': waitedMs,
            'parley.batch.store_ms': storedMs,
            'parley.repeats': repeats,
          });
        },
        end({ status, code, isReplayed }) {
          span.setAttribute('parley.status', status);
          if (isReplayed) span.setAttribute('parley.replayed', true);
          if (code !== undefined) span.setAttribute('error.type', code);
          if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => within(closeMs, provider.shutdown()).catch(unsent),
  };
}

/** Calls at most once in a period. */
function atMostOften(ms: number, call: (error: unknown) => void): (error: unknown) => void {
  let quietUntil = -Infinity;
  return (error) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + ms;
    call(error);
  };
}
