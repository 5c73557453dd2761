/** Old versions of an artifact whose content is stored, and its size in UTF-8 together. */
export interface Retention {
  versions: number;
  bytes: number;
}

export const defaultRetention: Retention = { versions: 500, bytes: 16 * 1024 * 1024 };
