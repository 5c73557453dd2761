import { testsOf } from '../testing/levels.ts';

// Compilers.
export default testsOf({ testTimeout: 600_000, hookTimeout: 600_000 });
