import type { OperationName } from '@parley/core';
import { requestFor, type Caller, type Input } from '@parley/testing';

export interface RequestParts {
  method: string;
  path: string;
  key?: string | undefined;
  body?: object | string | undefined;
  /** Additional headers, one per line. */
  headers?: readonly string[] | undefined;
}

/** A complete HTTP request as bytes, built once and sent many times. */
export function requestBytes({ method, path, key, body, headers: more = [] }: RequestParts): Buffer {
  const text = typeof body === 'object' ? JSON.stringify(body) : (body ?? '');
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...more,
    ...(key === undefined ? [] : [`X-Private-Key: ${key}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}`);
}

/** The request of an operation. */
export const operationBytes = (
  operation: OperationName,
  caller: Caller,
  input: Input = {},
  headers: readonly string[] = [],
): Buffer => requestBytes({ ...requestFor(operation, caller, input), key: caller.key, headers });
