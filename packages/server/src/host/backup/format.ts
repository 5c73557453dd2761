/** The format of every file that `parley-server backup` and `export-space` write. */
export const format = 'parley/1';

/** The first line. */
export type Header = BackupHeader | MoveHeader;

interface BackupOrigin {
  format: typeof format;
  /** The release that wrote it. */
  version: string;
  /** The last migration of that release: it identifies tables and columns. */
  schema: string;
  createdAt: string;
  /** Identifies the secret that keys were derived from, without revealing it. */
  secretFingerprint: string | null;
  serverId: string | null;
}

/** All rows of a database. */
export interface BackupHeader extends BackupOrigin {
  kind: 'backup';
}

/** The rows of one space that has left its server. */
export interface MoveHeader extends BackupOrigin {
  kind: 'move';
  spaceId: string;
  /** How often the space has moved, with this time. */
  number: number;
  /** The only server that accepts it. */
  toServer: string;
}

/** The line before the rows of a table, which are arrays. */
export interface BackupSection {
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
