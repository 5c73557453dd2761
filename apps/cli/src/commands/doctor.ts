import type { Command } from 'commander';
import { act, type Verb } from '../command.ts';
import { examples } from '../help.ts';

export function doctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description('check servers and keys, then send a message over each way to an agent: MCP, hooks, listen and wake addresses')
    .action(act(doctor));
  examples(command, 'parley doctor', 'parley doctor --profile gus --json');
}

const doctor: Verb<object, []> = async (context) => {
  const [{ DoctorReport }, { checkSpaces }, { checkPaths }] = await Promise.all([
    import('../doctor/report.ts'),
    import('../doctor/spaces.ts'),
    import('../doctor/paths.ts'),
  ]);
  const report = new DoctorReport(context.out);
  await checkSpaces(context, report);
  await checkPaths(context, report);
  if (report.failures.length > 0) throw report.failures[0];
};
