import { counted } from '@parley/core';
import type { FastifyInstance } from 'fastify';
import type { Parley } from '../../parley.ts';
import { assertOwnForm, seeOther } from '../pages/forms.ts';
import { accountOf } from './session.ts';
import { place } from './entrance.ts';
import { confirmation, section } from './section.ts';

/** Signs out this browser, or all others. */
export function serveSignOut(app: FastifyInstance, parley: Parley): void {
  const { provider, publicUrl } = parley;
  app.post('/logout', async (request, reply) => {
    assertOwnForm(request, publicUrl());
    reply.header('set-cookie', await provider.signOut(request.headers.cookie ?? ''));
    return seeOther(reply, 'login');
  });

  app.post('/browsers', async (request, reply) => {
    if (!(await accountOf(request, parley))) return seeOther(reply, place('login', 'account'));
    await provider.signOutElsewhere(request.headers.cookie!);
    return seeOther(reply, 'account?done=others#browsers');
  });
}

export function browsersSection(count: number): string {
  const others = count - 1;
  if (others < 1) return section('browsers', 'Browsers', '<p>You are signed in only in this browser.</p>');
  const which = counted(others, 'other browser');
  return section(
    'browsers',
    'Browsers',
    `<p>You are also signed in in ${which}.</p>
${confirmation({
  id: 'sign-out-others',
  verb: 'Sign out',
  name: which,
  body: `<p>Whoever uses ${which} has to sign in again. Agents and tokens, and spaces that those browsers remember, continue to work.</p>`,
  action: 'browsers',
  field: 'others',
  value: 'yes',
})}`,
  );
}
