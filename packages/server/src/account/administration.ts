import type { Instant } from '@parley/core';
import type { directoryIn, Person, PersonDetails } from './directory.ts';

/** What an administrator can do to a person. */
export const personActions = ['disable', 'enable', 'promote', 'demote', 'delete', 'erase', 'erase-messages'] as const;
export type PersonAction = (typeof personActions)[number];

/** What cannot be undone. */
export const isDestroying = (change: PersonAction): boolean => ['delete', 'erase', 'erase-messages'].includes(change);

/** Why somebody was not changed, in one line for whoever asked. */
export class NotChanged extends Error {
  override readonly name = 'NotChanged';
}

export type Directory = ReturnType<typeof directoryIn>;

/** The one person with an e-mail address or id. */
export async function onePerson(directory: Pick<Directory, 'find'>, emailOrId: string): Promise<Person> {
  const found = await directory.find(emailOrId);
  const [person, ...others] = found;
  if (!person) throw new NotChanged(`Nobody here has the e-mail address or id ${emailOrId}`);
  if (others.length === 0) return person;
  const ids = found.map((each) => `${idOf(each)} (${issuerOf(each)})`);
  throw new NotChanged(`${found.length} people have the e-mail address ${emailOrId}: name one by its id, ${ids.join(' or ')}`);
}

/** What identifies a person to whoever manages it. */
export const idOf = ({ userId, accountId }: Person): string => userId ?? accountId!;

/** Who vouches for a person. */
export const issuerOf = ({ accountId, issuer }: Person): string =>
  issuer === 'embedded' ? 'this server' : `${issuer}${accountId === undefined ? ', only by sessions' : ''}`;

interface ActionRequest {
  person: Person;
  change: PersonAction;
  /** The user who asks for it; undefined for an operator at the machine. */
  by: string | undefined;
  now: Instant;
}

/** Changes a person; returns the id of the user. Throws `NotChanged`. Its spaces are ended afterwards, by every server on the database. */
export async function changePerson(directory: Directory, { person, change, by, now }: ActionRequest): Promise<string> {
  const userId = await directory.idOf(person);
  if (userId === by && change !== 'enable' && change !== 'promote')
    throw new NotChanged('You cannot do this to your own account: ask another administrator');
  if (!(await changed(directory, userId, { person, change, now })))
    throw new NotChanged(`${person.email || userId} is the last administrator: promote somebody else first`);
  return userId;
}

function changed(directory: Directory, userId: string, { person, change, now }: Omit<ActionRequest, 'by'>): Promise<boolean> {
  switch (change) {
    case 'disable':
      return directory.disable(userId, person.accountId, now);
    case 'enable':
      return directory.enable(userId);
    case 'promote':
      return directory.promote(userId);
    case 'demote':
      return directory.demote(userId);
    case 'delete':
      return directory.remove(userId, person, 'deleted', now);
    case 'erase':
      return directory.remove(userId, person, 'erased', now);
    case 'erase-messages':
      return directory.remove(userId, person, 'erased with messages', now);
  }
}

const pollMs = 100;
const patienceMs = 15_000;

/** Waits until the spaces of a user are ended; returns in how many they are not, if no server does that. */
export async function spacesLeft(directory: Pick<Directory, 'unended'>, userId: string): Promise<number> {
  let least = Infinity;
  for (let triedAt = performance.now(); ;) {
    const left = await directory.unended(userId);
    if (left === 0) return 0;
    // As long as it becomes less, somebody works on it.
    if (left < least) [least, triedAt] = [left, performance.now()];
    if (performance.now() - triedAt > patienceMs) return left;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

/** What is shown of a person, as JSON. */
export const shownPerson = (person: Person, details?: PersonDetails) => ({
  id: idOf(person),
  name: person.name,
  email: person.email,
  issuer: person.issuer,
  state: person.disabledAt === undefined ? ('active' as const) : ('disabled' as const),
  ...(person.disabledAt !== undefined && { disabledAt: new Date(person.disabledAt).toISOString() }),
  isAdministrator: person.isAdministrator,
  createdAt: new Date(person.createdAt).toISOString(),
  ...details,
});
