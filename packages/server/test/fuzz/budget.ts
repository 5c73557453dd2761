const given = (name: string, fallback: number): number => Number(process.env[name] ?? fallback);

/** The same requests on every run, unless FUZZ_SEED is set; FUZZ_RUNS multiplies their number for longer runs. */
export const budget = (numRuns: number) => ({
  seed: given('FUZZ_SEED', 20_260_101),
  numRuns: Math.ceil(numRuns * given('FUZZ_RUNS', 1)),
});
