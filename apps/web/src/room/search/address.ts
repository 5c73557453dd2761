const results = '#search';
const around = '#search-around-';
/** Beside the conversation, the results stay while it shows one of them. */
const beside = '&search';

/** What a hash names: the results, or the place of a message that is too far back for the conversation. */
export function shownIn(hash: string): { readonly around?: number } | undefined {
  if (hash === results || hash.endsWith(beside)) return {};
  const sequence = hash.startsWith(around) ? Number(hash.slice(around.length)) : 0;
  return Number.isSafeInteger(sequence) && sequence > 0 ? { around: sequence } : undefined;
}

export const hashOf = ({ around: sequence }: { around?: number } = {}): string =>
  sequence === undefined ? results : around + sequence;

export const hashOfMessage = (sequence: number, isBeside: boolean): string => `#m${sequence}${isBeside ? beside : ''}`;
