import { isIPv4 } from 'node:net';

/** Where a server listens. The host is an IP address, so that no lookup is needed. */
export interface Target {
  url: string;
  host: string;
  port: number;
}

/** Parses the URL of a server on this machine; attacks on others are refused. */
export function targetOf(url: string): Target {
  const refusal = new Error(`Only http://127.… can be attacked, not ${url}`);
  if (!URL.canParse(url)) throw refusal;
  const { protocol, hostname, port } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  if (protocol !== 'http:' || !isIPv4(host) || !host.startsWith('127.')) throw refusal;
  return { url: `http://${host}:${port || 80}`, host, port: Number(port || 80) };
}
