import { testsOf } from '../testing/levels.ts';

export default testsOf({ globalSetup: ['test/shared-postgres.ts', '@parley/testing/shared-server'] });
