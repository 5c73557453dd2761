import type { FastifyRequest } from 'fastify';
import type { Account } from '../../account/provider.ts';
import type { Parley } from '../../parley.ts';
import type { CallMetadata } from '../../call/metadata.ts';
import { assertOwnForm } from '../pages/forms.ts';

type Keeper = Pick<Parley, 'provider' | 'publicUrl'>;

/** Browsers send the session cookie from any site, so a change counts only if one of our own pages requests it. */
function cookieIn(request: FastifyRequest, { publicUrl }: Keeper): string | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') assertOwnForm(request, publicUrl());
  return request.headers.cookie;
}

/** The account that the browser is signed in to. */
export async function accountOf(request: FastifyRequest, keeper: Keeper): Promise<Account | undefined> {
  return keeper.provider.account(cookieIn(request, keeper));
}

/** Exchanges the session cookie of a browser for a dashboard JWT of the same session. */
export async function metadataOf(request: FastifyRequest, keeper: Keeper): Promise<CallMetadata> {
  const { ip, address } = request;
  const jwt = await keeper.provider.token(cookieIn(request, keeper) ?? '');
  return { authorization: `Bearer ${jwt}`, ip, address };
}
