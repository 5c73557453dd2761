import { closeSync, openSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { ConfigError } from '../../engine/config-error.ts';
import { noAudit, type Audit, type AuditEntry } from '../../engine/observe/audit.ts';
import { appendLine } from './file.ts';

export type AuditSettings = Pick<Config, 'PARLEY_AUDIT_FILE' | 'PARLEY_AUDIT_BYTES' | 'PARLEY_AUDIT_FILES'>;

interface AuditOutput {
  /** For `-`. */
  write(text: string): void;
  failed(error: unknown): void;
}

/** What is audited, as lines of JSON in a file or, for `-`, on an output. Throws `ConfigError` if the file cannot be written. */
export function openAudit(settings: AuditSettings, { write, failed }: AuditOutput): Audit {
  const { PARLEY_AUDIT_FILE: path, PARLEY_AUDIT_BYTES: bytes, PARLEY_AUDIT_FILES: files } = settings;
  if (path === undefined) return noAudit;
  if (path === '-') return { isOn: true, record: (entry) => write(`${lineOf(entry)}\n`) };
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    throw new ConfigError(
      `PARLEY_AUDIT_FILE names a file that cannot be written: ${path} (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  return {
    isOn: true,
    record(entry) {
      try {
        appendLine({ path, bytes, files }, lineOf(entry));
      } catch (error) {
        // Whoever asked is answered nevertheless: what they did has happened.
        failed(error);
      }
    },
  };
}

/** In one form, so that programs can search it: when, what, whether, how, who, to what, from where. */
const lineOf = ({ event, refused, via, actor, spaceId, about, ip }: AuditEntry): string =>
  JSON.stringify({
    audit: 1,
    at: new Date().toISOString(),
    event,
    ok: refused === undefined,
    refused,
    via,
    by: actor,
    spaceId,
    ...about,
    ip,
  });
