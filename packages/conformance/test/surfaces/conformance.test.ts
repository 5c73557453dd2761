import { reportOn } from '../run-suite.ts';

await reportOn('pglite');
