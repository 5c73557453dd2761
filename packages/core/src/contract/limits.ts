import { part, type Part } from './nouns.ts';

/** Limits that several nouns share. */
const shared = {
  nameCharacters: 200,
  displayNameCharacters: 80,
  roleCharacters: 120,
  bodyBytes: 2 * 1024 * 1024,
};

/** Size limits that a deployment can set (decisions §6). Characters are Unicode code points; bytes are UTF-8. */
export type Limits = typeof shared & Part<'limits'>;

export const defaultLimits: Limits = { ...shared, ...part('limits') };
