import { testsOf } from '../testing/levels.ts';

export default testsOf({ globalSetup: '@parley/testing/shared-server' });
