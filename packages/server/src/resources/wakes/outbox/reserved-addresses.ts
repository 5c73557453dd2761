import { BlockList, isIP } from 'node:net';

/** Every IPv4 network that is not for public use (IANA IPv4 Special-Purpose Address Registry), and multicast. */
const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

/** Of the public IPv6 addresses: protocol assignments with Teredo, documentation, 6to4, and documentation again. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const v4 = new BlockList();
for (const [net, prefix] of specialV4) v4.addSubnet(net, prefix, 'ipv4');
/** All public IPv6 addresses are in here; loopback, mapped, translated (NAT64), unique local and link-local ones are not. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
const v6 = new BlockList();
for (const [net, prefix] of specialV6) v6.addSubnet(net, prefix, 'ipv6');

/** Whether an IP address is anything but a public address of one host. */
export function isReserved(ip: string): boolean {
  const [bare = ''] = ip.split('%');
  if (isIP(bare) === 4) return v4.check(bare, 'ipv4');
  return isIP(bare) !== 6 || !global.check(bare, 'ipv6') || v6.check(bare, 'ipv6');
}
