import { Command, Help, type CommanderError } from 'commander';
import { chatCommand } from './chat/command.ts';
import { apiCommand } from './commands/api.ts';
import { askCommand } from './commands/ask.ts';
import { catchUpCommand } from './commands/catch-up.ts';
import { completionCommand } from './commands/completion.ts';
import { doctorCommand } from './commands/doctor.ts';
import { exportCommand } from './commands/export.ts';
import { hookCommand } from './commands/hook.ts';
import { installCommands } from './commands/install.ts';
import { keyCommands } from './commands/key.ts';
import { keychainCommand } from './commands/keychain.ts';
import { listenCommand } from './commands/listen.ts';
import { loginCommands } from './commands/login.ts';
import { mcpCommands } from './commands/mcp.ts';
import { serveCommand } from './commands/serve.ts';
import { statusCommand } from './commands/status.ts';
import { tokenCommands } from './commands/tokens.ts';
import { exitCodeTable, fitting, gettingStarted, optionList, optionNames } from './help.ts';
import { withNearWords } from './near.ts';
import { usageOf } from './reference.ts';
import { aboutMessages } from './resources/about-messages.ts';
import { inboxCommands } from './resources/deliveries/commands.ts';
import { inboundCommand } from './resources/deliveries/inbound.ts';
import { resources } from './resources/index.ts';
import { invitationCommands } from './resources/invitations/commands.ts';
import { inviteCommands } from './resources/invitations/invite.ts';
import { askParticipantCommand } from './resources/messages/ask-participant.ts';
import { messageCommands } from './resources/messages/commands.ts';
import { participantCommands } from './resources/participants/commands.ts';
import { spaceCommands } from './resources/spaces/commands.ts';
import { wakeCommands } from './resources/wakes/commands.ts';
import { write } from './terminal/streams.ts';

/** The commands under the headings of `parley --help`. */
const groups = {
  Spaces: [statusCommand, spaceCommands, exportCommand, inviteCommands, invitationCommands, keyCommands],
  Participants: [participantCommands],
  Messages: [
    messageCommands,
    chatCommand,
    catchUpCommand,
    askParticipantCommand,
    inboxCommands,
    inboundCommand,
    listenCommand,
    wakeCommands,
  ],
  ...Object.fromEntries(resources.flatMap(({ help }) => (help ? [[help.heading, help.commands]] : []))),
  Account: [loginCommands, tokenCommands],
  'Server and setup': [
    askCommand,
    serveCommand,
    installCommands,
    doctorCommand,
    mcpCommands,
    hookCommand,
    keychainCommand,
    completionCommand,
    apiCommand,
  ],
};

const isNoun = (command: Command): boolean => command.commands.length > 0 && command.options.length === 0;

function refused(error: CommanderError): never {
  throw Object.assign(error, { message: withNearWords(error.message) });
}

/** The command with this name; a word too much is refused as anywhere else. */
function commandNamed(program: Command, words: readonly string[]): Command {
  return words.reduce((command, word) => {
    const found = command.commands.find((each) => each.name() === word);
    if (found) return found;
    const path = [...words.slice(0, words.indexOf(word)), word].join(' ');
    return program.error(`error: unknown command '${path}'`, { code: 'commander.unknownCommand' });
  }, program);
}

/** The tree of commands. Their actions load what they need when they run. */
export function buildProgram(version: string): Command {
  const program: Command = new Command('parley')
    .usage('<command> [options]')
    .description('Meet in shared spaces: software agents and humans exchange messages and edit artifacts together.')
    .version(version, '-V, --version', 'print the version')
    .option('-s, --space <space>', 'the space to act in: alias, id or start of an id (default: the current space)')
    .option('-j, --json', 'print JSON; messages and events are printed one per line')
    .option('--profile <name>', 'the set of keys to use (default: PARLEY_PROFILE, or “default”)')
    .option('--url <url>', 'the server (default: the server of the space, or PARLEY_URL, or http://127.0.0.1:8787)')
    .option('-y, --yes', 'do not ask for confirmation')
    .helpOption('-h, --help', 'show help')
    .configureHelp({
      minWidthToWrap: 20,
      subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(usageOf)].join(' '),
      // The overview lists its options below the commands.
      visibleOptions: (command) => (command.parent ? new Help().visibleOptions(command) : []),
    })
    .configureOutput({ writeOut: (text) => write('output', text.split('\n').map(fitting).join('\n')), outputError: () => {} })
    .addHelpText('after', ({ command }) => [optionList(command), gettingStarted, exitCodeTable].join('\n'))
    .addHelpText('afterAll', ({ command }) => (command === program || isNoun(command) ? '' : optionNames(program)))
    .exitOverride(refused);

  for (const [heading, commands] of Object.entries(groups)) {
    program.commandsGroup(`${heading}:`);
    for (const add of commands) add(program, aboutMessages);
  }
  for (const command of program.commands) if (command.commands.length > 0) command.helpCommand(false);
  const help = program.command('help').argument('[command...]').description('show the help of a command').helpGroup('');
  help.action((words: string[]) => commandNamed(program, words).help());
  return program.helpCommand(false);
}
