import type { FastifyInstance } from 'fastify';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Redacts keys (64 hex digits), tokens (`usr_…`), secrets of wake addresses (`whsec_…`), and everything in `?key=` and `?token=`. */
export const redact = (text: string): string =>
  text
    .replace(/([?&](?:key|token)=)[^&#\s]*/gi, '$1[redacted]')
    .replace(/[0-9a-f]{64}/gi, '[redacted]')
    .replace(/usr_[\w-]+/g, 'usr_[redacted]')
    .replace(/whsec_[\w+/=]+/g, 'whsec_[redacted]');

/** The message of a failed query contains its parameters, which can contain a secret. */
const withoutParameters = (text: string): string => redact(text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/, ''));

const describe = (error: unknown): object =>
  error instanceof Error
    ? {
        type: error.name,
        message: withoutParameters(error.message),
        code: (error as { code?: unknown }).code,
        stack: withoutParameters(error.stack ?? ''),
        ...(error.cause !== undefined && { cause: describe(error.cause) }),
      }
    : { message: redact(String(error)) };

/** Writes one JSON line per event, with the fields of `base`. Errors are summarized, because the parameters of a query can contain a secret. */
export const createLogger = (
  level: string,
  destination?: DestinationStream,
  base: Record<string, unknown> | null = null,
): Logger => pino({ level, base, serializers: { err: describe, req: () => undefined, res: () => undefined } }, destination);

/** Logs the route, never the URL: URLs of streams and invitations contain keys. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ id, method, routeOptions, log }, { statusCode, elapsedTime }) => {
    log.debug({ requestId: id, method, route: routeOptions.url, status: statusCode, ms: Math.round(elapsedTime) }, 'request');
  });
}
