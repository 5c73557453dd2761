/** Numbers from 0 to 1 that a seed decides (a linear congruential generator), so that a failure can be had again. */
export function chance(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Set `SEED` to the one that a failing test names. */
export const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 32));
