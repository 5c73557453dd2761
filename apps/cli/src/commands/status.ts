import type { ParticipantView, SpaceView } from '@parley/sdk';
import type { Command } from 'commander';
import { basename } from 'node:path';
import { act, type Verb } from '../command.ts';
import type { Context, Place } from '../context.ts';
import { inWords } from '../in-words.ts';
import { Failure } from '../failure.ts';
import { examples } from '../help.ts';
import { counted, standingIn, type Standing } from '../standing.ts';

export function statusCommand(program: Command): void {
  const command = program
    .command('status')
    .description('show who and where you are, what is unread and what waits for you')
    .action(act(status));
  examples(command, 'parley status', 'parley status --json');
}

interface Status {
  profile: string;
  server: string;
  login: 'logged in' | 'not logged in' | 'unknown';
  space: { spaceId: string; name: string; alias?: string; ttlRemaining?: number } | null;
  me?: { participantId?: string | undefined; name?: string; role: string; status?: string };
  /** Who asks to join, for the owner. */
  waiting?: string[];
  /** Stored spaces whose files cannot be read. */
  damaged: string[];
  /** Why there is no space. */
  problem?: string;
}

const status: Verb<object, []> = async (context) => {
  const { spaces, out } = context;
  const [place, damaged] = await Promise.all([placeOf(context), spaces.damaged()]);
  const server = 'problem' in place ? context.baseUrl : place.baseUrl;
  const about: Status = {
    profile: basename(context.folder),
    server,
    login: await loginAt(context, server),
    space: null,
    damaged,
    ...('problem' in place && { problem: place.problem }),
  };
  if ('problem' in place) return out.answer(about, () => described(about, undefined));
  const standing = await standingIn(context, place);
  const found: Status & Standing = { ...about, ...whereIn(place, standing.view), ...withoutView(standing) };
  out.answer(found, () => described(found, standing));
  if (standing.state === 'ended' && context.current && (await spaces.leaveCurrent(context.current)))
    out.note('It is no longer your current space; `parley use SPACE` chooses another.');
};

/** The space that commands act in, or why there is none. */
async function placeOf(context: Context): Promise<Place | { problem: string }> {
  try {
    return await context.place();
  } catch (error) {
    // A space that was named and is not there is an error; without any, there is just none.
    if (!(error instanceof Failure) || error.reason === 'usage' || context.namesSpace) throw error;
    return { problem: error.message };
  }
}

async function loginAt(context: Context, server: string): Promise<Status['login']> {
  try {
    return (await context.userToken(server)) === undefined ? 'not logged in' : 'logged in';
  } catch {
    return 'unknown';
  }
}

const withoutView = ({ view: _, ...standing }: Standing): Standing => standing;

function whereIn({ spaceId, kept, participantId }: Place, view: SpaceView | undefined): Pick<Status, 'space' | 'me' | 'waiting'> {
  const me = view?.participants.find((each) => each.participantId === participantId);
  const waiting = me?.isOwner ? view!.participants.filter((each) => each.status === 'waitingForApproval') : [];
  return {
    space: {
      spaceId,
      name: view?.name ?? kept?.name ?? spaceId,
      ...(kept && { alias: kept.alias }),
      ...(view && { ttlRemaining: view.ttlRemaining }),
    },
    me: { participantId, ...(me && { name: me.name, status: me.status }), role: roleOf(me, kept?.role) },
    ...(waiting.length > 0 && { waiting: waiting.map(({ name }) => name) }),
  };
}

const roleOf = (me: ParticipantView | undefined, kept = 'participant'): string => (me?.isOwner ? 'owner' : me?.role || kept);

function described(about: Status, standing: Standing | undefined): string {
  const { profile, server, login, space, me, waiting = [], damaged, problem } = about;
  const rows: [label: string, text: string][] = [
    ['profile', profile],
    ['server', server],
    ['login', login],
    ['space', space && standing ? spaceInWords(space, standing) : `none: ${problem}`],
  ];
  if (me) rows.push(['you', [me.name, me.role, me.status === 'active' ? '' : me.status].filter(Boolean).join(', ')]);
  if (standing?.unread !== undefined) rows.push(['unread', counted(standing.unread)]);
  if (standing?.forYou) rows.push(['for you', `${counted(standing.forYou)} open; \`parley inbox\` lists them`]);
  if (waiting.length > 0) rows.push(['waiting', `${waiting.join(', ')} to be approved: \`parley approve NAME\``]);
  for (const file of damaged) rows.push(['✗', `${file} is damaged; delete it to continue without its content`]);
  return rows.map(([label, text]) => `${label.padEnd(9)} ${text}`).join('\n');
}

function spaceInWords({ name, alias, ttlRemaining }: NonNullable<Status['space']>, { state, why }: Standing): string {
  const left = ttlRemaining === undefined ? '' : `, ${inWords(ttlRemaining)} left`;
  return `${name}${alias === undefined ? '' : ` (${alias})`}: ${state}${why ? `, ${why}` : left}`;
}
