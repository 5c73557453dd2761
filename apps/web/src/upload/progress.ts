/** A `fetch` that tells how much of the body is sent, which the one of browsers cannot. */
export const fetchThatTells =
  (tell: (sent: number) => void): typeof fetch =>
  (address, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const stop = () => request.abort();
      request.open(method, String(address));
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.upload.addEventListener('progress', ({ loaded }) => tell(loaded));
      request.addEventListener('load', () => {
        const { status, responseText } = request;
        resolve(new Response(responseText, { status, headers: headersIn(request.getAllResponseHeaders()) }));
      });
      request.addEventListener('error', () => reject(new TypeError('The connection was lost')));
      request.addEventListener('abort', () => reject(signal?.reason as Error));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
      if (signal?.aborted) return reject(signal.reason);
      signal?.addEventListener('abort', stop);
      request.send(body as XMLHttpRequestBodyInit);
    });

const headersIn = (lines: string): [string, string][] =>
  lines
    .trim()
    .split(/[\r\n]+/)
    .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]);
