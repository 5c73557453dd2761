/**
 * Every statement finds its rows by key. Plans are kept, and one that was made while the tables were small would read
 * all of them when they are large; so plans that read whole tables are ruled out from the beginning.
 */
export const planning = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};
