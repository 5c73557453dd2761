import { testsOf } from '../testing/levels.ts';

export default testsOf();
