import { request, type Agent } from 'node:http';
import type { Target } from './target.ts';

/** The part of an answer that is kept: a list of artifacts can have tens of MiB. */
const keptBytes = 1024 * 1024;

export interface Exchange {
  agent: Agent;
  /** The source address. */
  from: string;
  method?: string | undefined;
  path: string;
  key?: string | undefined;
  headers?: Record<string, string> | undefined;
  body?: object | string | undefined;
  patienceMs: number;
}

export interface Answer {
  /** 0 if there was no answer; the text is then the reason. */
  status: number;
  text: string;
}

/** Sends a request and waits for the complete answer; never throws. */
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
