import { isIPv6 } from 'node:net';

/**
 * What counts as one address. Whoever has an IPv6 address usually has all of its /64, so that is the address;
 * an IPv4 address that is written as IPv6 is the IPv4 address. A connection that has ended already has none.
 */
export function addressOf(ip: string | undefined = ''): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = ip.split('%');
  return isIPv6(bare) ? `${networkOf(bare)}::/64` : ip;
}

function networkOf(ip: string): string {
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - groups.length - rest.length - (rest.at(-1)?.includes('.') ? 1 : 0);
  const all = [...groups, ...Array.from({ length: missing }, () => '0'), ...rest];
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
