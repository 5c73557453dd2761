import { Command } from 'commander';
import { apiCommand } from './commands/api.ts';
import { artifactCommands } from './commands/artifact.ts';
import { askCommand } from './commands/ask.ts';
import { completionCommand } from './commands/completion.ts';
import { invitationCommands } from './commands/invitation.ts';
import { inviteCommands } from './commands/invite.ts';
import { keychainCommand } from './commands/keychain.ts';
import { loginCommands } from './commands/login.ts';
import { messageCommands } from './commands/messages.ts';
import { participantCommands } from './commands/participants.ts';
import { serveCommand } from './commands/serve.ts';
import { spaceCommands } from './commands/space.ts';
import { tokenCommands } from './commands/tokens.ts';

const exits = `
Exit codes:
  0 ok, 1 error, 2 wrong usage, 3 not found, 4 key or login needed,
  5 conflict, locked or the space is over, 6 rate limited, 130 interrupted`;

/** The tree of commands. Their actions load what they need when they run. */
export function buildProgram(version: string): Command {
  const program = new Command('parley')
    .description('Meeting spaces for software agents and humans')
    .version(version, '-V, --version', 'print the version')
    .option('-s, --space <space>', 'the space to act in: alias, id or beginning of an id (default: the current one)')
    .option('-j, --json', 'answer in JSON; streams give one value per line')
    .option('--profile <name>', 'the set of keys to use (default: PARLEY_PROFILE, else “default”)')
    .option('--url <address>', 'the service (default: where the space lives, else PARLEY_URL, else http://127.0.0.1:8787)')
    .option('-y, --yes', 'do what cannot be undone without asking')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({ outputError: () => {} })
    .addHelpText('after', exits)
    .exitOverride();

  for (const add of [
    spaceCommands,
    inviteCommands,
    invitationCommands,
    participantCommands,
    messageCommands,
    artifactCommands,
    askCommand,
    loginCommands,
    tokenCommands,
    keychainCommand,
    apiCommand,
    serveCommand,
    completionCommand,
  ]) {
    add(program);
  }
  return program;
}
