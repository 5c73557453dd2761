/** The kinds of credential: the header that carries each, and whether the word `Bearer` precedes it. */
export const credentials = {
  spaceKey: { header: 'X-Private-Key', scheme: 'plain', description: 'An owner, participant or invitation key of one space' },
  spaceKeyAsBearer: {
    header: 'Authorization',
    scheme: 'bearer',
    description: 'The same key, for clients that have only one field, for a token; only without `X-Private-Key`',
  },
  session: { header: 'Authorization', scheme: 'bearer', description: 'A dashboard session: a JWT' },
  userToken: { header: 'X-User-Token', scheme: 'plain', description: 'A user token (`usr_…`); proves identity only' },
} as const;

/** A kind of credential. */
export type CredentialKind = keyof typeof credentials;

interface Access {
  /** A link contains the key, for those who know nothing else. */
  isInLink?: boolean;
  /** Any one of these is sufficient. */
  takes: readonly CredentialKind[];
  /** The requirement, worded to follow "Needs". */
  needs: string;
  /** The refusal for a request without a credential. */
  refusal?: { code: 'key_missing' | 'session_required'; message: string };
}

const keyMissing = {
  code: 'key_missing',
  message: 'This operation needs a key: X-Private-Key: <key>, or Authorization: Bearer <key>',
} as const;

const spaceKeys = ['spaceKey', 'spaceKeyAsBearer'] as const;

const access = {
  none: { takes: [], needs: 'no key' },
  owner: { takes: spaceKeys, needs: 'the owner key in `X-Private-Key`', refusal: keyMissing },
  participant: { takes: spaceKeys, needs: 'a participant key in `X-Private-Key`', refusal: keyMissing },
  member: { takes: spaceKeys, needs: 'the owner key or a participant key in `X-Private-Key`', refusal: keyMissing },
  invitation: { takes: spaceKeys, needs: 'an invitation key in `X-Private-Key`', refusal: keyMissing, isInLink: true },
  anyKey: { takes: spaceKeys, needs: 'any key of the space in `X-Private-Key`', refusal: keyMissing },
  session: {
    takes: ['session'],
    needs: 'a dashboard session in `Authorization: Bearer`',
    refusal: { code: 'session_required', message: 'This operation needs a dashboard session: Authorization: Bearer <jwt>' },
  },
  identity: {
    takes: ['session', 'userToken'],
    needs: 'a dashboard session in `Authorization: Bearer`, or a user token in `X-User-Token`',
    refusal: {
      code: 'key_missing',
      message: 'This operation needs a dashboard session, or a user token in the header X-User-Token',
    },
  },
} as const satisfies Record<string, Access>;

/**
 * Who may call an operation:
 * `member` is the owner or a participant, `anyKey` any key of the space, invitations included;
 * `session` is a dashboard JWT, `identity` a dashboard JWT or a user token.
 */
export type Auth = keyof typeof access;

/** The credentials that each kind of access accepts. */
export const accessOf: Readonly<Record<Auth, Access>> = access;
