// The tools of MCP as the SDK has them: those that act in the space of a key, which a program has already.
import { contract, defaultLimits } from '@parley/core';
import { byKeys, listedTools, parleyTools } from '@parley/mcp';

const drawnWith = (addressing) => parleyTools({ contract: contract(defaultLimits), addressing });
const all = drawnWith(byKeys);
const ofOneSpace = drawnWith({ ...byKeys, hides: ['spaceId'], adds: () => ({}) });
const listed = new Set(listedTools(all, 'participant').map(({ tool }) => tool.name));

/** A user has no key, and only a program can go on with another key: `space.rotateKey`. */
const isForModels = ({ auth, tool, takesSpace }) => takesSpace && auth !== 'identity' && tool.name !== 'rotate_key';

export function toolsFile() {
  const names = [...all.values()].filter(isForModels).map(({ tool }) => tool.name);
  const lines = names.map((name) => {
    const { description, inputSchema, annotations } = ofOneSpace.get(name).tool;
    const drawn = {
      description,
      inputSchema: { required: [], ...inputSchema },
      isReadOnly: annotations.readOnlyHint === true,
      isListed: listed.has(name),
    };
    return `  ${name}: ${JSON.stringify(drawn)},`;
  });
  return [
    '// Drawn from the contract by `npm run draw`. Do not edit.\n',
    "import type { DrawnTool } from '../json-schema.ts';",
    '',
    '/** The names of the tools that act in a space. */',
    `export type ToolName =\n${names.map((name) => `  | '${name}'`).join('\n')};`,
    '',
    '/** What models read of each tool, and whether it is one of those that MCP clients are shown. */',
    'export const drawnTools: Readonly<Record<ToolName, DrawnTool & { isListed: boolean }>> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}
