import { describe, expect, it, onTestFinished } from 'vitest';
import type { McpTarget } from './client.ts';
import { meet, type Participants, type ToolCaller } from './meet.ts';
import { pythonClients } from './python.ts';
import { typeScriptClients } from './typescript.ts';
import { wrongArguments } from './wrong-arguments.ts';

/** What differs between transports. */
export interface Transport {
  name: string;
  /** Where a client finds the tools, of which each can refuse a call. */
  target(): Promise<McpTarget>;
  /** Brings an owner, a guest and a stranger together, and calls every tool that this needs. `open` connects a client until the test ends. */
  gather(open: (target: McpTarget) => Promise<ToolCaller>): Promise<Participants>;
}

/** Tests what clients that we did not write check of every tool: they compare each result with the schema that the tool has listed. */
export function validate({ name: transport, target, gather }: Transport): void {
  describe.each([...typeScriptClients, ...pythonClients()])(`$name over ${transport}`, ({ name, missing, connect }) => {
    const skipped = missing ? ` (SKIPPED: ${missing})` : '';

    const open = async (at: McpTarget) => {
      const client = await connect(at);
      onTestFinished(() => client.close());
      return client;
    };

    it.skipIf(missing)(`accepts the answer of every tool${skipped}`, async () => {
      const [called, listed] = [new Set<string>(), new Set<string>()];
      const participants = await gather(async (at) => {
        const client = await open(at);
        for (const tool of client.tools) listed.add(tool.name);
        return async (tool, args = {}, outcome = 'success') => {
          called.add(tool);
          const { isError, text, structured } = await client.call(tool, args);
          expect(isError, `${tool}: ${text}`).toBe(outcome === 'refusal');
          return { ...structured, text };
        };
      });
      await meet(participants);
      expect([...called].sort(), name).toEqual([...listed].sort());
    });

    it.skipIf(missing)(`shows why a tool refuses a call, for every tool${skipped}`, async () => {
      const client = await open(await target());
      for (const tool of client.tools) {
        const args = wrongArguments(tool);
        // Nothing can be wrong with a call that has no arguments.
        if (Object.keys(args).length === 0) continue;
        const { isError, text } = await client.call(tool.name, args);
        expect(isError, `${tool.name}: ${text}`).toBe(true);
        expect(text, tool.name).toMatch(/^error: "[^]*\bstatus: 4\d\d$/m);
        expect(text, tool.name).not.toMatch(/schema|-32602/);
      }
    });
  });
}
