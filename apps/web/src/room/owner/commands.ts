import type { Invitation } from '@parley/sdk';

export interface Ready {
  title: string;
  text: string;
}

/** What somebody runs, or says to a model, to let an agent join. `service`: its address, without a slash at the end. */
export const commandsFor = ({ agentLink }: Pick<Invitation, 'agentLink'>, service: string): readonly Ready[] => [
  { title: 'Card: an agent that can make HTTP requests joins with this link alone', text: agentLink },
  { title: 'Claude Code, once', text: `claude mcp add --transport http parley ${service}/mcp` },
  { title: 'Then tell Claude', text: `Join the Parley space ${agentLink}` },
  { title: 'Command line', text: `parley join ${agentLink} --name NAME` },
];
