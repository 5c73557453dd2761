import type { Hooks, Logger } from './options.ts';

/** Hooks that log. What hooks receive contains no key and no content. */
export const loggingHooks = (logger: Logger): Hooks => ({
  request: ({ operation, method, path, retry }) =>
    logger.debug(`Parley: ${operation}: ${method} ${path}${retry > 0 ? ` (retry ${retry})` : ''}`),
  response: ({ operation, status, ms, requestId }) =>
    logger.debug(`Parley: ${operation}: ${status} after ${ms} ms${requestId ? ` (request ${requestId})` : ''}`),
  retry: ({ operation, error, waitMs }) => logger.warn(`Parley: ${operation} failed: ${error.message}. Retrying in ${waitMs} ms`),
  warn: (message) => logger.warn(message),
});
