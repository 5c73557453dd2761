import { openMeetings, sends } from '../../clients/meeting.ts';
import type { Naive } from '../bare/naive.ts';
import { startBare } from '../bare/start.ts';
import type { Line, Section } from '../section.ts';
import type { Pace } from '../stage.ts';
import { atLeast } from '../table.ts';

const goals = { 1: { 32: atLeast(3), 1: atLeast(1.2) }, 200: { 32: atLeast(2.6), 1: atLeast(1.2) } };
const counts = [1, 200] as const;
const clientsOf = ({ clients }: Pace) => ([32, 1] as const).filter((count) => clients.includes(count));

/** Sending a message, compared with what a user would write instead, on the same PostgreSQL. */
export const naive: Section = {
  lines: (pace) =>
    clientsOf(pace).flatMap((clients) =>
      counts.map((spaces): Line => ({
        work: `send over HTTP, ${spaces === 1 ? 'one space' : `${spaces} spaces`}, ${clients} ${clients === 1 ? 'client' : 'clients'}, beside a naive service`,
        way: `${spaces} ${clients}`,
        figure: 'perSecond',
        than: `naive ${spaces} ${clients}`,
        unit: '× naive service',
        goal: goals[spaces][clients],
      })),
    ),
  async ways(stage) {
    const { url } = stage.postgres;
    const server = await stage.serve();
    const meetings = { 1: await openMeetings(server, 1, 5), 200: await openMeetings(server, 200) };
    const keys = Object.values(meetings).flatMap((all) => all.flatMap(({ members }) => members.map(({ key }) => key)));
    const service = await stage.add(startBare('naive', { url, keys } satisfies Naive));
    return Object.fromEntries(
      clientsOf(stage.pace).flatMap((clients) =>
        counts.flatMap((spaces) => [
          [`${spaces} ${clients}`, stage.loop(server, sends(meetings[spaces]), clients)] as const,
          [`naive ${spaces} ${clients}`, stage.loop(service, sends(meetings[spaces]), clients)] as const,
        ]),
      ),
    );
  },
};
