import { isIPv4 } from 'node:net';

/** Where a server listens. The host is an address, so that nothing is looked up on the way. */
export interface Target {
  host: string;
  port: number;
}

/** Reads the address of a server that may be attacked: one on this machine. */
export function targetOf(url: string): Target {
  const refusal = new Error(`Only http://127.… is attacked, not ${url}`);
  if (!URL.canParse(url)) throw refusal;
  const { protocol, hostname, port } = new URL(url);
  const host = hostname === 'localhost' ? '127.0.0.1' : hostname;
  if (protocol !== 'http:' || !isIPv4(host) || !host.startsWith('127.')) throw refusal;
  return { host, port: Number(port || 80) };
}
