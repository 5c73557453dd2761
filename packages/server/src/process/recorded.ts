import { userInfo } from 'node:os';
import { examined } from '../config.ts';
import type { AuditEntry } from '../engine/observe/audit.ts';
import { openAudit } from '../host/audit/open.ts';

/** Records a command of the operator, as the server records what happens. The standard output of a command is its answer. */
export function recordCommand(
  environment: Record<string, string | undefined>,
  entry: Pick<AuditEntry, 'event' | 'refused' | 'spaceId' | 'about'>,
): void {
  const { config } = examined(environment);
  // The command itself says what is wrong with the settings.
  if (!config) return;
  const failed = (error: unknown) => void process.stderr.write(`The command could not be audited: ${(error as Error).message}\n`);
  try {
    const audit = openAudit(config, { write: (text) => void process.stderr.write(text), failed });
    audit.record({ ...entry, via: 'command', actor: { operator: operatorName() } });
  } catch (error) {
    failed(error);
  }
}

/** The user of the system that runs the command. */
function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.());
  }
}
