/** Tokens of a catch-up. */
export const defaultCatchUpTokens = 2_000;

export const minCatchUpTokens = 200;

export const maxCatchUpTokens = 50_000;

/** A message in a catch-up is cut after this many UTF-16 code units. */
export const maxCaughtCharacters = 2_000;
