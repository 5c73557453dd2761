/** How many operations a request asks for: a tRPC batch names them side by side. */
export function callsIn(url: string): number {
  const [path = '', query = ''] = url.split('?', 2);
  if (!path.startsWith('/trpc/') || !/(^|&)batch=1(&|$)/.test(query)) return 1;
  return path.split(',').length;
}
