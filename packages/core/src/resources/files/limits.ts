/** What a deployment can set (decisions §6). */
export const limits = {
  fileBytes: 10 * 1024 * 1024,
  /** All files together, and the uploads in progress. */
  fileBytesPerSpace: 64 * 1024 * 1024,
};

declare module '../../kernel/limits.ts' {
  interface Limits extends Readonly<typeof limits> {}
}

export const maxFilesPerSpace = 1_000;

/** Of the name of a file, in UTF-8; file systems allow no more. */
export const maxFileNameBytes = 255;

export const fileLinkSeconds = 300;

/** Links to files of a space that still work. */
export const maxFileLinks = 1_000;
