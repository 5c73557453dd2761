/** What a deployment can set (decisions §6). */
export const limits = {
  messageBytes: 64 * 1024,
  imageBytes: 1024 * 1024,
};

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}

export { maxAddressees } from '../../kernel/limits.ts';

/** Files that one message can name. */
export const maxAttachments = 10;

/** Corrections of one message. */
export const maxCorrections = 20;

/** How long a message can be corrected. */
export const correctableMs = 24 * 60 * 60_000;
