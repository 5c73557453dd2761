import { isIP } from 'node:net';

/**
 * The address that limits count by. IPv6 counts by its /64 network, which belongs to one customer; IPv4 mapped into IPv6 counts as
 * IPv4. A connection that has already ended has no address.
 */
export function addressOf(ip: string | undefined = ''): string {
  const bare = ip.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return ip;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${canonical(
    `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::`,
  )}/64`;
}

const canonical = (ip: string): string => new URL(`http://[${ip}]`).hostname.slice(1, -1);

function groupsOf(ip: string): number[] {
  const [head = [], tail = []] = canonical(ip)
    .split('::')
    .map((part) => (part ? part.split(':').map((group) => Number.parseInt(group, 16)) : []));
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}
