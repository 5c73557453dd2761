export { startPostgres, type TestPostgres } from './postgres.ts';
export { hasRedis, startRedis, type TestRedis } from './redis.ts';
export { runServer, startServer, type Ended, type Settings, type TestServer } from './server.ts';
export { startIssuer, type TestIssuer } from './issuer.ts';
