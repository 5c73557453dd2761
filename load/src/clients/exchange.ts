import { request, type Agent } from 'node:http';

/** Where a server listens. The host is an IP address, so that no lookup is needed. */
export interface Target {
  url: string;
  host: string;
  port: number;
}

/** The part of an answer that is returned: a list of artifacts can have tens of MiB. */
const mostBytes = 1024 * 1024;

export interface Exchange {
  /** `false`: a connection of its own. */
  agent: Agent | false;
  /** The source address. */
  from?: string | undefined;
  method?: string | undefined;
  path: string;
  key?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: object | string | undefined;
  patienceMs: number;
}

export interface Answer {
  /** 0 if the connection ended without an answer, undefined if none came in time; the text is then the reason. */
  status: number | undefined;
  text: string;
  /** Whether it says when to try again. */
  saysWhen: boolean;
}

/** Sends a request and waits for the complete answer; never throws. */
export function exchange(
  { host, port }: Target,
  { agent, from, method, path, key, headers, body, patienceMs }: Exchange,
): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const options = {
    ...{ host, port, agent, localAddress: from, timeout: patienceMs, method, path },
    headers: {
      ...(key !== undefined && { 'x-private-key': key }),
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...headers,
    },
  };
  return new Promise((resolve) => {
    let status: 0 | undefined = 0;
    const failed = ({ message }: Error) => resolve({ status, text: message, saysWhen: false });
    const sent = request(options);
    sent.once('timeout', () => {
      status = undefined;
      sent.destroy(new Error(`no answer in ${patienceMs / 1000} s`));
    });
    sent.once('error', failed);
    sent.once('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        if (length < mostBytes) chunks.push(chunk);
        length += chunk.length;
      });
      response.once('error', failed);
      response.once('end', () =>
        resolve({
          status: response.statusCode!,
          text: Buffer.concat(chunks).toString(),
          saysWhen: response.headers['retry-after'] !== undefined,
        }),
      );
    });
    sent.end(bytes);
  });
}
