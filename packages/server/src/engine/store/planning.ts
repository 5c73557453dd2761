/**
 * Every statement finds its rows by key. Plans are cached, and a plan from when the tables were small would scan them when they are
 * large. Therefore sequential scans are disabled, and so are sorts where an index has the order: without statistics, a plan that reads a
 * whole space and sorts it can look as cheap.
 */
export const planning = {
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
};

/** The same where each plan is made for its values. */
export const replanning = { ...planning, plan_cache_mode: 'auto' };
