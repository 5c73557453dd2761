/** How often a test repeats what depends on chance. TEST_ROUNDS multiplies it, for longer runs. */
export const timesRepeated = (count: number): number => Math.ceil(count * Number(process.env['TEST_ROUNDS'] ?? 1));
