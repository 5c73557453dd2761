import type { FastifyInstance } from 'fastify';
import type { Account } from '../../account/provider.ts';
import { throttle } from '../../engine/limits/throttle.ts';
import type { Parley } from '../../parley.ts';
import { field, seeOther } from '../pages/forms.ts';
import { accountOf, metadataOf } from './session.ts';
import { place } from './entrance.ts';
import { checkbox, form, newPasswordField, presentPasswordField, userNameFor } from './fields.ts';
import { recordChange } from './recorded.ts';
import { section } from './section.ts';

export function servePassword(app: FastifyInstance, parley: Parley): void {
  const { provider } = parley;
  const { mayTry } = throttle(parley, { name: 'present passwords', points: 20, seconds: 15 * 60 });
  app.post('/password', async (request, reply) => {
    const { cookie } = request.headers;
    const account = await accountOf(request, parley);
    if (!account) return seeOther(reply, place('login', 'account'));
    const record = (refused?: string) => recordChange(parley, request, 'password-change', account, refused);
    if (!(await mayTry(account.id))) {
      record('often');
      return seeOther(reply, 'account?password=often');
    }
    const revokes = field(request, 'everything') !== '';
    // Checks both before doing either: a user who requests both has lost control of a password.
    if (revokes) parley.pipeline.assertMayStore('revokeApiTokens');
    const isChanged =
      !(await provider.isElsewhere(account)) &&
      (await provider.setPassword(cookie!, account, field(request, 'present'), field(request, 'password')));
    record(isChanged ? undefined : 'not-changed');
    if (!isChanged) return seeOther(reply, 'account?password=unchanged');
    if (!revokes) return seeOther(reply, 'account?password=changed');
    await parley.perform('revokeApiTokens', {}, await metadataOf(request, parley));
    return seeOther(reply, 'account?password=alone');
  });
}

/** A recent sign-in replaces the present password, which the user can have lost. */
export const passwordSection = ({ isFresh, email }: Account): string => {
  const fields = isFresh ? [newPasswordField] : [presentPasswordField, newPasswordField];
  return section(
    'password',
    'Password',
    `<p>A new password signs out all other browsers. Agents and tokens continue to work unless you revoke them.</p>
${form('password', {}, [userNameFor(email), ...fields, checkbox('everything', 'Revoke all agents and tokens too')], 'Change the password')}`,
  );
};
