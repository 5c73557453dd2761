import type { Command } from 'commander';
import { confirm } from '../../terminal/prompt.ts';

export interface ErasingOptions {
  reason?: string;
}

/** What a command can say that erases a text. */
export const erasing = (command: Command): Command => command.option('--reason <text>', 'why; everyone can read it');

/** Asks first, because it cannot be undone. */
export const confirmErasing = (what: string, { yes }: { yes?: boolean | undefined }): Promise<void> =>
  confirm(`Erase ${what} for everyone?`, yes, 'This would erase the text for good');

export const erased = (what: string): string => `Erased ${what}. Backups and copies that others have made still have it`;
