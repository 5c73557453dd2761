import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { examples } from '../help.ts';
import { groups, type Group } from '../mcp/groups.ts';
import { hostNames, type HostName } from '../hosts/hosts.ts';
import { toolLists, type ToolList } from '../mcp/tool-lists.ts';

export function mcpCommands(program: Command): void {
  const mcp = program
    .command('mcp')
    .description('serve MCP on standard input and output, with the keys of the profile; --space pins one space')
    .option('--hooks', 'tell the hooks of the profile whether messages wait, so that they need not ask the server');
  mcpOptions(mcp).action(act(serve(() => program.version() ?? '')));
  examples(mcp, 'parley mcp --space launch --channel', 'parley mcp --allow read,send');
  const installing = mcp
    .command('install')
    .addArgument(new Argument('<host>', 'the program that uses Parley').choices(hostNames))
    .description('print the configuration that lets a host start parley mcp; -s, --profile and --url become part of it')
    .option('-w, --write', 'write it to the configuration file of the host, and keep what is in there');
  mcpOptions(installing).action(act(install));
  examples(installing, 'parley mcp install claude --write', 'parley mcp install codex --space launch --allow read,send');
  const removing = mcp
    .command('uninstall')
    .addArgument(new Argument('<host>', 'the program that used Parley').choices(hostNames))
    .description('remove parley mcp from the configuration file of a host')
    .action(act(uninstall));
  examples(removing, 'parley mcp uninstall claude');
  const checking = mcp
    .command('doctor')
    .description('check the server, the keys and the streams that parley mcp needs')
    .action(act(doctor));
  examples(checking, 'parley mcp doctor --space launch');
}

/** What a host can be given of `parley mcp`. */
export const mcpOptions = (command: Command): Command =>
  command
    .option('-c, --channel', 'push messages to you into the conversation, in hosts that support channels')
    .option('-a, --allow <groups>', `which tools to offer, separated by commas: ${groups.join(', ')} (default: all)`, allowed)
    .addOption(
      new Option('--tools <list>', 'which of them to list for the model')
        .choices(toolLists)
        .default('participant' satisfies ToolList),
    );

function allowed(text: string): Group[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(groups as readonly string[]).includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`“${unknown}” is not one of ${groups.join(', ')}.`);
  return names as Group[];
}

interface McpOptions {
  channel?: boolean;
  allow?: Group[];
  tools?: ToolList;
}

const serve =
  (version: () => string): Verb<McpOptions & { hooks?: boolean }, []> =>
  async (context, { channel = false, hooks = false, allow = groups, tools = 'participant' }) => {
    const { serveMcp } = await import('../mcp/serve.ts');
    await serveMcp(context, { version: version(), allowed: new Set(allow), profile: tools, channel, hooks });
  };

const install: Verb<McpOptions & { write?: boolean }, [host: HostName]> = async (context, options, host) => {
  const { installMcp } = await import('../hosts/install.ts');
  await installMcp(host, context, options);
};

const uninstall: Verb<object, [host: HostName]> = async (context, _, host) => {
  const { uninstallMcp } = await import('../hosts/install.ts');
  await uninstallMcp(host, context);
};

const doctor: Verb<object, []> = async (context) => {
  const [{ DoctorReport }, { checkSpaces }] = await Promise.all([import('../doctor/report.ts'), import('../doctor/spaces.ts')]);
  const report = new DoctorReport(context.out);
  await checkSpaces(context, report);
  if (report.failures.length > 0) throw report.failures[0];
  if (!context.out.json) context.out.note('parley mcp can run here.');
};
