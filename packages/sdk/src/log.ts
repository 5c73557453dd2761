import type { Hooks } from './http.ts';

/** Takes what the client logs; `console` is one. */
export interface Logger {
  /** Every try and every answer. */
  debug(message: string): void;
  /** A try that failed and is repeated, a stream that was lost, a deprecated operation. */
  warn(message: string): void;
}

/** Hooks that log. They see what every hook sees, which has no key and no content in it. */
export const loggingHooks = (logger: Logger): Hooks => ({
  request: ({ operation, method, path, retry }) =>
    logger.debug(`Parley: ${operation}: ${method} ${path}${retry > 0 ? ` (retry ${retry})` : ''}`),
  response: ({ operation, status, ms, requestId }) =>
    logger.debug(`Parley: ${operation}: ${status} after ${ms} ms${requestId ? ` (request ${requestId})` : ''}`),
  retry: ({ operation, error, waitMs }) => logger.warn(`Parley: ${operation} failed: ${error.message}. Retrying in ${waitMs} ms`),
  warn: (message) => logger.warn(message),
});
