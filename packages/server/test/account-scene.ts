import { answer, type Caller, type Walker } from '@parley/testing';
import { changePerson } from '../src/account/administration.ts';
import type { Served } from './in-process.ts';
import { administrator, signUp } from './people.ts';

/** Who calls: the person that it is about, if it is about one; somebody else; who manages people; who was disabled; nobody. */
export const accountRoles = ['holder', 'other', 'administrator', 'disabled', 'none'] as const;

type AccountRole = (typeof accountRoles)[number];

/** A server with a person in each role, and a space that the holder owns. */
export interface AccountScene {
  server: Served;
  spaceId: string;
  callers: Readonly<Record<AccountRole, Caller>>;
  /** Their browsers, which were signed in. */
  browsers: Readonly<Record<AccountRole, Walker | undefined>>;
}

export const accountOf = (name: string) => ({ name, email: `${name}@example.org`, password: `the battery of ${name}` });

export async function accountScene(server: Served): Promise<AccountScene> {
  const chair = await administrator(server);
  const session = async (browser: Walker) => String((await browser.json(`${server.url}/auth/token`))['token']);
  const enter = async (name: string) => (await signUp(server, accountOf(name))).browser;
  const [holder, other, disabled] = [await enter('holder'), await enter('other'), await enter('disabled')];
  const callers = {
    holder: { session: await session(holder) },
    other: { session: await session(other) },
    administrator: { session: await session(chair) },
    disabled: { session: await session(disabled) },
    none: {},
  };
  const { spaceId } = await answer(200, server, 'createSpace', callers.holder, { name: 'Mine', description: '' });
  const { directory } = server.parley;
  const [person] = await directory.find(accountOf('disabled').email);
  await changePerson(directory, { person: person!, change: 'disable', by: undefined, now: Date.now() });
  return { server, spaceId, callers, browsers: { holder, other, administrator: chair, disabled, none: undefined } };
}
