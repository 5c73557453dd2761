import { openMeeting, openMeetings, sends } from '../../clients/meeting.ts';
import type { Server } from '../../servers/serve.ts';
import type { Way } from '../figures.ts';
import type { Pace, Stage } from '../stage.ts';

/** One space with five members, or many with only their owners. */
export const wheres = ['one', 'many'] as const;
export type Where = (typeof wheres)[number];

export const clientsName = (clients: number): string => `${clients} ${clients === 1 ? 'client' : 'clients'}`;

/** So many clients that send messages over HTTP. */
export function sendName({ manySpaces }: Pace, where: Where, clients: number, more = ''): string {
  const spaces = where === 'one' ? 'one space' : `${manySpaces.toLocaleString('en')} spaces`;
  return `send over HTTP${more}, ${spaces}, ${clientsName(clients)}`;
}

/** The ways to send to a server. */
export async function sending(stage: Stage, server: Server): Promise<(where: Where, clients: number) => Way> {
  const requests = {
    one: sends([await openMeeting(server, 5)]),
    many: sends(await openMeetings(server, stage.pace.manySpaces)),
  };
  return (where, clients) => stage.loop(server, requests[where], clients);
}
