export { Human } from './human.ts';
export { startPostgres, type TestPostgres } from './postgres.ts';
export { hasRedis, startRedis, type TestRedis } from './redis.ts';
export { runServer, startServer, type Ended, type Settings, type TestServer } from './server.ts';
export { startIssuer, type TestIssuer } from './issuer.ts';
export { startOpenIdProvider, type TestOpenIdProvider } from './openid-provider.ts';
export { startMailServer, type TestMail, type TestMailServer } from './mail-server.ts';
export { Walker } from './walker.ts';
export { freePort } from './free-port.ts';
