import { testsOf } from '../../packages/testing/levels.ts';

export default testsOf({ globalSetup: '@parley/testing/shared-server' });
