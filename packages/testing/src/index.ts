export { Human } from './human.ts';
export { startPostgres, type TestPostgres } from './postgres.ts';
export { hasPgBouncer, startPgBouncer, type TestPool } from './pgbouncer.ts';
export { startCitus, type TestCitus } from './citus.ts';
export { hasRedis, startRedis, type TestRedis } from './redis.ts';
export { hasNats, startNats, type TestNats } from './nats.ts';
export { runServer, startServer, type Ended, type Settings, type TestServer } from './server.ts';
export type { SharedServer } from './shared-server.ts';
export { startIssuer, type TestIssuer } from './issuer.ts';
export { startOpenIdProvider, type TestOpenIdProvider } from './openid-provider.ts';
export { startMailServer, type TestMail, type TestMailServer } from './mail-server.ts';
export { pack } from './pack.ts';
export { installed, type Program } from './installed.ts';
export { answer, ask, requestFor, type Caller, type Input, type Server } from './client.ts';
export { call, unanswered, type Answer } from './rest.ts';
export { EventReader, type SentEvent } from './event-reader.ts';
export {
  allMessages,
  createArtifact,
  invite,
  join,
  meeting,
  openSpace,
  type KeyHolder,
  type Member,
  type Message,
} from './meeting.ts';
export { logOf, openStream, Refused, type Ending, type Stream, type StreamEvent } from './stream.ts';
export { relayTo, type Relay } from './relay.ts';
export { Walker } from './walker.ts';
export { childrenOf, killAtExit } from './children.ts';
export { freePort } from './free-port.ts';
export { inTime } from './in-time.ts';
export { asName } from './as-name.ts';
export { elsewhere, hostile, hostileBundles, hostileTexts } from './hostile-texts.ts';
export { pythonWith } from './python.ts';
export { surroundings, textInField, textsIn, type Surroundings } from './surroundings.ts';
