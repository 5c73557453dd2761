import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { patientMs } from '../keys/system-keychain.ts';

export function keychainCommand(program: Command): void {
  program.command('keychain').description('test the keychain and show where new keys are stored').action(act(keychain));
}

const keychain: Verb<object, []> = async ({ secrets, out }) => {
  const verdict = await secrets.probe(patientMs);
  await secrets.prepare();
  const places = verdict.works ? 'the keychain of the system' : `files that only you can read (${verdict.why})`;
  out.answer(verdict, () => `New keys are stored in ${places}`);
};
