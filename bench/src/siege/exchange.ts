import { request, type Agent } from 'node:http';
import type { Target } from './target.ts';

/** No more of an answer is kept: a list of artifacts has tens of MiB. */
const keptBytes = 1024 * 1024;

export interface Exchange {
  agent: Agent;
  /** The address that it comes from. */
  from: string;
  method?: string | undefined;
  path: string;
  key?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: object | string | undefined;
  patienceMs: number;
}

export interface Answer {
  /** 0 when no answer came; the text then says why. */
  status: number;
  text: string;
}

/** Asks, and waits for the whole answer; never throws. */
export function exchange(
  target: Target,
  { agent, from, method, path, key, headers, body, patienceMs }: Exchange,
): Promise<Answer> {
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const asked = {
    ...target,
    agent,
    path,
    localAddress: from,
    timeout: patienceMs,
    ...(method !== undefined && { method }),
    headers: {
      ...(key !== undefined && { 'x-private-key': key }),
      ...(bytes && { 'content-type': 'application/json', 'content-length': bytes.length }),
      ...headers,
    },
  };
  return new Promise((resolve) => {
    const broke = ({ message }: Error) => resolve({ status: 0, text: message });
    const asking = request(asked);
    asking.once('timeout', () => asking.destroy(new Error(`no answer in ${patienceMs / 1000} s`)));
    asking.once('error', broke);
    asking.once('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        if (length < keptBytes) chunks.push(chunk);
        length += chunk.length;
      });
      response.once('error', broke);
      response.once('end', () => resolve({ status: response.statusCode!, text: Buffer.concat(chunks).toString() }));
    });
    asking.end(bytes);
  });
}
