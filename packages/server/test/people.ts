import { answer, invite, openSpace, Walker, type Member, type Server } from '@parley/testing';
import { eventually } from './eventually.ts';
import { account as maya, other as lin, type Visited } from './visitors.ts';

export { maya, lin };

type TestAccount = typeof maya;

/** Somebody with an account, in a browser. */
export interface SignedUp {
  browser: Walker;
  session(): Promise<string>;
}

/** Creates an account on a server with sign-up. */
export async function signUp({ url }: Pick<Visited, 'url'>, account: TestAccount): Promise<SignedUp> {
  const browser = await new Walker().open(`${url}/signup`);
  await browser.submit('Create the account', { ...account });
  if (!browser.html.includes('You are signed in as')) throw new Error(browser.html);
  return { browser, session: async () => String((await browser.json(`${url}/auth/token`))['token']) };
}

/** Creates the first account, of an administrator. */
export async function administrator(server: Visited): Promise<Walker> {
  const browser = await new Walker().open(`${server.url}/setup${new URL(server.setUpLink).search}`);
  return browser.submit('Create the account', maya);
}

/** A space of somebody else, which a person joins with its session. */
export async function joined(server: Server, session: string, name: string): Promise<{ owner: Member; member: Member }> {
  const owner = await openSpace(server);
  const invitation = await invite(server, owner);
  const { participantId: id, participantPrivateKey: key } = await answer(
    200,
    server,
    'joinSpace',
    { ...invitation, session },
    { name },
  );
  return { owner, member: { spaceId: owner.spaceId, id, key } };
}

/** Waits until a key stops working. */
export const shutOut = (server: Server, member: Member): Promise<unknown> =>
  eventually(async () => {
    const response = await fetch(`${server.url}/hub/space/${member.spaceId}`, { headers: { 'x-private-key': member.key } });
    await response.body?.cancel();
    return response.status === 401;
  });
