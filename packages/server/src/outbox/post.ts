import { request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

export interface Answer {
  readonly status: number;
  /** At most `maxAnswerBytes`; the rest is not read. */
  readonly body: string;
}

export interface Post {
  readonly url: URL;
  /** The addresses of its host, already checked: the connection goes to one of them. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Ends the request at any time. */
  readonly signal: AbortSignal;
  /** A certificate authority to trust instead of the usual ones, in PEM. */
  readonly ca?: string | undefined;
}

const maxAnswerBytes = 4 * 1024;

/** Sends one POST request on a connection of its own; follows no redirect. Rejects if there is no answer. */
export function post({ url, addresses, headers, body, signal, ca }: Post): Promise<Answer> {
  const options: RequestOptions & { ca?: string | undefined; rejectUnauthorized: boolean } = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    agent: false,
    lookup: only(addresses),
    signal,
    ca,
    rejectUnauthorized: true,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      const finish = () => {
        const text = Buffer.concat(chunks).subarray(0, maxAnswerBytes).toString('utf8');
        resolve({ status: response.statusCode ?? 0, body: text });
        response.destroy();
      };
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        if ((bytes += chunk.length) >= maxAnswerBytes) finish();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** No second lookup: a name could lead somewhere else by then. */
const only =
  (addresses: readonly string[]): LookupFunction =>
  (_, options, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    if (options.all) callback(null, found);
    else callback(null, found[0]!.address, found[0]!.family);
  };
