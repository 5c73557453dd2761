import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

export interface PostResponse {
  readonly status: number;
  /** The header Retry-After. */
  readonly retryAfter?: string | undefined;
  /** At most `maxAnswerBytes`; the rest is not read. */
  readonly body: string;
}

export interface Post {
  readonly url: URL;
  /** One of the addresses of its host, already checked: the connection goes to it. */
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Ends the request at any time. */
  readonly stopping: AbortSignal;
  /** How long connecting can take; unlimited if absent. */
  readonly connectMs?: number | undefined;
  /** A certificate authority to trust instead of the usual ones, in PEM. */
  readonly ca?: string | undefined;
}

/** There is no connection, so nothing was sent. */
export class NotConnected extends Error {
  override readonly name = 'NotConnected';
}

const maxAnswerBytes = 4 * 1024;

/** Sends one POST request on a connection of its own; follows no redirect. Rejects if there is no answer. */
export function post({ url, address, headers, body, stopping, connectMs, ca }: Post): Promise<PostResponse> {
  const options: RequestOptions & { ca?: string | undefined; rejectUnauthorized: boolean } = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: false,
    lookup: only(address),
    signal: stopping,
    ca,
    rejectUnauthorized: true,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8');
        resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'], body: text });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if ((bytes += chunk.length) >= maxAnswerBytes) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    let isConnected = false;
    const slow = connectMs === undefined ? undefined : setTimeout(() => request.destroy(new Error('late')), connectMs);
    request.on('socket', (socket) =>
      socket.once('connect', () => {
        isConnected = true;
        clearTimeout(slow);
      }),
    );
    request.on('close', () => clearTimeout(slow));
    request.on('error', (cause) => reject(isConnected ? cause : new NotConnected('No connection', { cause })));
    request.end(body);
  });
}

/** No second lookup: a name could lead somewhere else by then. */
const only =
  (address: string): LookupFunction =>
  (_, options, callback) => {
    const family = isIP(address);
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
