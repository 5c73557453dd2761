export interface RequestParts {
  method: 'GET' | 'POST';
  path: string;
  key?: string | undefined;
  body?: object | undefined;
}

/** A whole HTTP request as bytes, made once and sent many times. */
export function requestBytes({ method, path, key, body }: RequestParts): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    ...(key === undefined ? [] : [`X-Private-Key: ${key}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${headers.join('\r\n')}\r\n\r\n${text}`);
}
