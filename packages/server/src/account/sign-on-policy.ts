/** Who may sign in with the other issuer. */
export interface SignOnPolicy {
  /** The domains of verified e-mail addresses, in lower case; any if undefined. */
  domains: readonly string[] | undefined;
  /** A claim that must have, or contain, a value. */
  claim: { name: string; value: string } | undefined;
  /** Whether people who were not here before can come. */
  signUp: boolean;
}

/** Why somebody may not sign in, in words for that person. */
export const policyRefusals = {
  address: 'The other provider has not verified your e-mail address, and this server accepts only certain ones.',
  domain: 'This server accepts only people with an e-mail address of certain domains, and yours has another one.',
  claim: 'Your account at the other provider does not belong to those who may use this server.',
  newcomer: 'You have no account here yet, and this server accepts no new people.',
} as const;

export type PolicyRefusal = keyof typeof policyRefusals;

/** What the other issuer says about somebody. */
interface Vouched {
  email: string | undefined;
  isVerified: boolean;
  claims: Readonly<Record<string, unknown>>;
  isKnown(): Promise<boolean>;
}

/** Why somebody may not sign in; undefined if it may. */
export async function policyRefusal(
  { domains, claim, signUp }: SignOnPolicy,
  { email, isVerified, claims, isKnown }: Vouched,
): Promise<PolicyRefusal | undefined> {
  if (domains) {
    // An address that nobody has verified can be anybody's.
    if (!email?.includes('@') || !isVerified) return 'address';
    if (!domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())) return 'domain';
  }
  if (claim && !has(claimIn(claims, claim.name), claim.value)) return 'claim';
  return signUp || (await isKnown()) ? undefined : 'newcomer';
}

/** A claim by its name or, as some providers nest them, by a path with dots. */
export function claimIn(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let found: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || Array.isArray(found) || !Object.hasOwn(found, part)) return undefined;
    found = (found as Record<string, unknown>)[part];
  }
  return found;
}

/** Objects are not compared: what their text would be is not what a provider means. */
function has(claim: unknown, value: string): boolean {
  if (Array.isArray(claim)) return claim.some((each) => typeof each === 'string' && each === value);
  return ['string', 'number', 'boolean'].includes(typeof claim) && String(claim) === value;
}
