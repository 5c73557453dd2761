/** What a deployment can set (decisions §6). */
export const limits = {
  artifactBytes: 1024 * 1024,
  artifactsPerSpace: 200,
  /** All contents together: a caller can request all of them in one answer. */
  artifactBytesPerSpace: 32 * 1024 * 1024,
};

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}
