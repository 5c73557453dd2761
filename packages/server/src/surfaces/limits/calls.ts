/** Calls in one tRPC batch. */
export const maxCallsPerBatch = 10;

const batch = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)\?([^#]*)/i;
const root = '/trpc/';

/**
 * How many calls a request makes, judging by its URL: 1 unless it is a tRPC batch. Reads the URL like the router and then tRPC,
 * which each decode the path once; in doubt it counts too many.
 */
export function callsIn(url: string): number {
  const [, path = '', query = ''] = batch.exec(url) ?? [];
  if (new URLSearchParams(query).get('batch') !== '1') return 1;
  try {
    const decoded = decodeURIComponent(decodeURIComponent(path));
    return decoded.startsWith(root) ? decoded.split(',').length : 1;
  } catch {
    return 1;
  }
}
