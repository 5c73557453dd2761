import { Argument, type Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { examples } from '../help.ts';
import { hostNames, type HostName } from '../hosts/hosts.ts';
import type { McpTerms } from '../hosts/launch.ts';
import { mcpOptions } from './mcp.ts';

export function installCommands(program: Command): void {
  const host = () => new Argument('<host>', 'the program that uses Parley').choices(hostNames);
  const dryRun = ['-n, --dry-run', 'show what would change, and write nothing'] as const;
  const installing = program
    .command('install')
    .addArgument(host())
    .description('let a host use Parley: write MCP and hooks into its configuration; -s, --profile and --url become part of it')
    .option(...dryRun)
    .option('--no-hooks', 'write MCP only');
  mcpOptions(installing).action(act(install));
  examples(installing, 'parley --profile gus install codex', 'parley install claude --dry-run');
  const removing = program
    .command('uninstall')
    .addArgument(host())
    .description('take away what parley install wrote into the configuration of a host')
    .option(...dryRun)
    .action(act(uninstall));
  examples(removing, 'parley uninstall codex');
}

const install: Verb<McpTerms & { dryRun?: boolean }, [host: HostName]> = async (context, options, host) => {
  const { install } = await import('../hosts/install.ts');
  await install(host, context, options);
};

const uninstall: Verb<{ dryRun?: boolean }, [host: HostName]> = async (context, options, host) => {
  const { uninstall } = await import('../hosts/install.ts');
  await uninstall(host, context, options);
};
