import { openMeeting, openMeetings, sends } from '../../clients/meeting.ts';
import type { Server } from '../../servers/serve.ts';
import type { Way } from '../figures.ts';
import type { Pace, Stage } from '../stage.ts';

/** One space with five members, or many with only their owners. */
export const wheres = ['one', 'many'] as const;
type Where = (typeof wheres)[number];
const counts = [32, 8, 1];

/** So many clients that send messages over HTTP. */
export function sendName({ manySpaces }: Pace, where: Where, clients: number, more = ''): string {
  const spaces = where === 'one' ? 'one space' : `${manySpaces.toLocaleString('en')} spaces`;
  return `send over HTTP${more}, ${spaces}, ${clients} ${clients === 1 ? 'client' : 'clients'}`;
}

/** The ways to send to a server, such as `NAME many 32`. It is started when the first one is prepared. */
export function sending(stage: Stage, name: string, serve: () => Promise<Server>): Record<string, Way> {
  const server = once(serve);
  const requests = {
    one: once(async () => sends([await openMeeting(await server(), 5)])),
    many: once(async () => sends(await openMeetings(await server(), stage.pace.manySpaces))),
  };
  const way = (where: Where, clients: number): Way => {
    return async () => stage.loop(await server(), await requests[where](), clients)();
  };
  return Object.fromEntries(
    wheres.flatMap((where) => counts.map((count) => [`${name} ${where} ${count}`, way(where, count)] as const)),
  );
}

function once<Result>(start: () => Promise<Result>): () => Promise<Result> {
  let started: Promise<Result> | undefined;
  return () => (started ??= start());
}
