/** Calls in one tRPC batch. */
export const maxCallsPerBatch = 10;

const batch = /^(?:https?:\/\/[^/?#]*)?(\/[^?#]*)\?([^#]*)/i;
const root = '/trpc/';

/**
 * How many calls a request makes, by its address alone: 1 unless it is a tRPC batch. Read as the router and then tRPC read it,
 * which decode the path once each; where in doubt it counts too many.
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
