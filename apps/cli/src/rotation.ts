import type { Space } from '@parley/sdk';
import { fingerprint } from './keys/fingerprint.ts';
import type { KeptSpace, KeptSpaces } from './keys/kept-spaces.ts';
import type { Rotations } from './keys/rotations.ts';

/** A space of the profile and its key. */
export interface Unlocked {
  kept: KeptSpace;
  key: string;
}

/** What replacing a key needs of a context. */
interface Profile {
  spaces: KeptSpaces;
  rotations: Rotations;
  options: { url?: string };
  baseUrl: string;
  open(place: Pick<KeptSpace, 'spaceId' | 'baseUrl' | 'participantId'> & { key: string }): Promise<Space>;
}

/** Replaces the key of a space of the profile. After an interruption, the next command that uses the space continues. */
export async function rotateKey(context: Profile, before: KeptSpace): Promise<Unlocked> {
  await context.spaces.prepare(before.alias, before.spaceId);
  const { kept, key } = await unlocked(context, before);
  await context.rotations.begin(kept.spaceId, key);
  return finish(context, kept);
}

/** The key of a space of the profile, after finishing a replacement that was interrupted. */
export async function unlocked(context: Profile, kept: KeptSpace): Promise<Unlocked> {
  const rotation = await context.rotations.of(kept.spaceId);
  if (rotation) {
    try {
      return await finish(context, kept);
    } catch (error) {
      if (!isFinal(error)) throw error;
      // The caller's own request says why the key does not work.
      await context.spaces.alone(kept.spaceId, () => context.rotations.end(kept.spaceId, rotation));
    }
  }
  // Read after the rotation: another process can have finished it meanwhile.
  const present = (await context.spaces.of(kept.spaceId)) ?? kept;
  return { kept: present, key: await context.spaces.keyOf(present) };
}

async function finish(context: Profile, { spaceId, ...before }: KeptSpace): Promise<Unlocked> {
  const { spaces, rotations, options } = context;
  const rotation = await rotations.of(spaceId);
  // Read after the rotation: another process can have finished it meanwhile.
  const kept = (await spaces.of(spaceId)) ?? { spaceId, ...before };
  const key = await spaces.keyOf(kept);
  let now: Unlocked = { kept, key };
  if (rotation?.of === fingerprint(key)) {
    const { alias, key: _, keychain: __, ...space } = kept;
    const baseUrl = options.url ? context.baseUrl : kept.baseUrl;
    const client = await context.open({ ...space, baseUrl, key });
    await client.rotateKey({
      idempotencyKey: rotation.idempotencyKey,
      store: (next) =>
        spaces.alone(spaceId, async () => {
          // Another process can have stored this key, and even one that replaced it.
          const present = (await spaces.of(spaceId)) ?? kept;
          const held = await spaces.keyOf(present);
          const isFormer = fingerprint(held) === rotation.of;
          now = isFormer
            ? { kept: await spaces.keep({ ...space, key: next }, alias, false), key: next }
            : { kept: present, key: held };
        }),
    });
  }
  if (rotation) await spaces.alone(spaceId, () => rotations.end(spaceId, rotation));
  return now;
}

/**
 * Codes that only a server which knows the key or the space sends. Everything else can come from a proxy, or from another server
 * at that address.
 */
const final: ReadonlySet<unknown> = new Set(['key_revoked', 'key_expired', 'space_closed']);

/** The server will not replace this key any more. */
const isFinal = (error: unknown): boolean => final.has((error as { code?: unknown }).code);
