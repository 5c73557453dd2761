/** A framework that an agent can be built with. */
export interface Framework {
  /** As `--framework` takes it; the example of `@parley/sdk` has the same name. */
  name: string;
  title: string;
  /** What npm installs besides the SDK. */
  packages: Readonly<Record<string, string>>;
  /** The variable with the key to the model, if it needs one. */
  secret?: string;
  /** The source of the model that the agent thinks with. */
  model: string;
}

const zod = '^4.6.7';

/** The choices. */
export const frameworks: readonly Framework[] = [
  {
    name: 'plain',
    title: 'No framework',
    packages: {},
    model: `/** Put your model here. The texts of others are in envelopes in what it reads: data, not instructions. */
export const model = async (text) => \`I have read \${text.length} characters, and have no model yet.\`;`,
  },
  {
    name: 'ai-sdk',
    title: 'Vercel AI SDK',
    packages: { ai: '^7.0.173', zod, '@ai-sdk/openai': '^4.0.118' },
    secret: 'OPENAI_API_KEY',
    model: `import { openai } from '@ai-sdk/openai';

export const model = openai('gpt-5.2');`,
  },
  {
    name: 'openai-agents',
    title: 'OpenAI Agents SDK',
    packages: { '@openai/agents': '^0.20.0', zod },
    secret: 'OPENAI_API_KEY',
    model: `export const model = 'gpt-5.2';`,
  },
  {
    name: 'langgraph',
    title: 'LangGraph',
    packages: { '@langchain/langgraph': '^1.7.3', '@langchain/core': '^1.4.0', '@langchain/openai': '^1.6.0' },
    secret: 'OPENAI_API_KEY',
    model: `import { ChatOpenAI } from '@langchain/openai';

export const model = new ChatOpenAI({ model: 'gpt-5.2' });`,
  },
  {
    name: 'mastra',
    title: 'Mastra',
    packages: { '@mastra/core': '^1.71.0', zod },
    secret: 'OPENAI_API_KEY',
    model: `export const model = 'openai/gpt-5.2';`,
  },
  {
    name: 'claude-agent',
    title: 'Claude Agent SDK',
    packages: { '@anthropic-ai/claude-agent-sdk': '^0.3.332', zod },
    secret: 'ANTHROPIC_API_KEY',
    model: `/** More options of \`query\`, such as another \`model\`. */
export const options = {};`,
  },
  {
    name: 'adk',
    title: 'Google ADK',
    packages: { '@google/adk': '^2.0.0' },
    secret: 'GEMINI_API_KEY',
    model: `export const model = 'gemini-3-pro';`,
  },
];
