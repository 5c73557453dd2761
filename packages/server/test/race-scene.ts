import { openStream, type Member, type Stream, type TestServer } from '@parley/testing';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { startCluster, type Cluster } from './cluster.ts';
import { onPostgres, type PostgresPlace } from './databases.ts';

interface RaceScene extends Pick<Cluster, 'any' | 'nth'> {
  /** A test can replace one of them. */
  readonly servers: TestServer[];
  /** Starts one more. */
  readonly settings: Cluster['settings'];
  sql: PostgresPlace['sql'];
  /** All events that a member sees, from any process. */
  follow(member: Member): Promise<Stream>;
}

/** Three processes on one PostgreSQL, for all tests of a file. */
export function raceScene(): RaceScene {
  let place: PostgresPlace;
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(3, {}, async () => (place = await onPostgres()));
  });
  afterAll(() => cluster.stop());
  return {
    get servers() {
      return cluster.servers;
    },
    get settings() {
      return cluster.settings;
    },
    any: () => cluster.any(),
    nth: (i) => cluster.nth(i),
    sql: (statement) => place.sql(statement),
    async follow(member) {
      const stream = await openStream(cluster.any(), member, { lastEventId: 0 });
      onTestFinished(stream.leave);
      return stream;
    },
  };
}
