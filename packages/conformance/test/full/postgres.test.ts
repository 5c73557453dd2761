import { startCitus } from '@parley/testing';
import { reportOn } from '../run-suite.ts';

const cluster = await startCitus();
if (typeof cluster === 'string') {
  console.warn(`SKIPPED: the conformance suite on Citus, because ${cluster}; it runs on PostgreSQL alone`);
  await reportOn('postgres');
} else {
  await reportOn(cluster).finally(() => cluster.stop());
}
