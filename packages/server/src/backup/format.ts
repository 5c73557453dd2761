/** The format of every file that `parley-server backup` writes. */
export const format = 'parley/1';

/** The first line. */
export interface Header {
  format: typeof format;
  kind: 'backup';
  /** The release that wrote it. */
  version: string;
  /** The last migration of that release: it identifies tables and columns. */
  schema: string;
  createdAt: string;
  /** Identifies the secret that keys were derived from, without revealing it. */
  secretFingerprint: string | null;
}

/** The line before the rows of a table, which are arrays. */
export interface Section {
  table: string;
  columns: readonly string[];
}

/** The last line. */
export interface End {
  end: typeof format;
  /** The number of rows of each table. */
  rows: Readonly<Record<string, number>>;
  /** SHA-256 of every byte before this line, in hex. */
  sha256: string;
}
