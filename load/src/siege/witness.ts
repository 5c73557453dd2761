import { Agent } from 'node:http';
import { exchange } from './exchange.ts';
import type { Target } from './target.ts';

const patienceMs = 10_000;
const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

export interface Seen {
  requests: number;
  /** Requests answered with 429 or 503. */
  refused: number;
  errors: string[];
  worstMs: number;
}

/** Sends the requests of honest clients, each with its own address, and records the results. */
export function witness(target: Target, block: number) {
  const seen: Seen = { requests: 0, refused: 0, errors: [], worstMs: 0 };
  const agent = new Agent({ keepAlive: true });
  return {
    seen,
    addressOf: (who: number): string => `127.1.${block}.${who}`,
    /** The answer; empty if there was none. */
    async ask(who: number, method: string, path: string, key?: string, body?: object): Promise<Record<string, unknown>> {
      const start = performance.now();
      const from = this.addressOf(who);
      const { status, text } = await exchange(target, { agent, from, method, path, key, body, patienceMs });
      seen.requests += 1;
      seen.worstMs = Math.max(seen.worstMs, performance.now() - start);
      if (status === 200) return JSON.parse(text) as Record<string, unknown>;
      const place = path.replace(/\?.*/, '').replaceAll(ids, '…');
      if (status === 429 || status === 503) seen.refused += 1;
      else seen.errors.push(`${method} ${place}: ${status === 0 ? text : `status ${status}`}`);
      return {};
    },
    leave: () => agent.destroy(),
  };
}
