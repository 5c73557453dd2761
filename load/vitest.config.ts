import { testsOf } from '../packages/testing/levels.ts';

/** Attacks take as long as they take. */
export default testsOf({ testTimeout: 600_000 });
