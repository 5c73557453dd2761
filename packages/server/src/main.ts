#!/usr/bin/env node
import { answerTo, checkCommand, isBackupCommand, usersCommand } from './process/command-line.ts';

// Each command loads only what it needs: most of a short one is loading.
const [command, ...words] = process.argv.slice(2);
if (isBackupCommand(command)) {
  const { runBackupCommand } = await import('./process/backups.ts');
  process.exit(await runBackupCommand(command, words, process.env));
}

if (command === usersCommand) {
  const { ownTerminal, runUsersCommand } = await import('./process/users.ts');
  process.exit(await runUsersCommand(words, process.env, ownTerminal()));
}

const answer = answerTo(process.argv.slice(2));
if (answer) {
  process[answer.exitCode === 0 ? 'stdout' : 'stderr'].write(`${answer.text}\n`);
  process.exit(answer.exitCode);
}

if (command === checkCommand) {
  const { check, shown } = await import('./process/check.ts');
  const findings = await check(process.env);
  process.stdout.write(shown(findings));
  process.exit(findings.every(({ isOk }) => isOk) ? 0 : 1);
}

const { start } = await import('./process/start.ts');
await start(process.env);
