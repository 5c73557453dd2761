export interface RequestParts {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  key?: string | undefined;
  body?: object | undefined;
  /** Additional headers, one per line. */
  headers?: readonly string[];
}

/** A complete HTTP request as bytes, built once and sent many times. */
export function requestBytes({ method, path, key, body, headers: more = [] }: RequestParts): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...more,
    ...(key === undefined ? [] : [`X-Private-Key: ${key}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}`);
}
