import { testsOf } from './levels.ts';

export default testsOf();
