import { assertArguments, assertOptions } from '../arguments.ts';
import { ParleyError } from '../errors.ts';
import { drawnTools, type ToolName } from '../generated/tools.ts';
import type { Space } from '../space.ts';
import type { DrawnTool } from '../json-schema.ts';
import { refusalOf } from './refusal.ts';
import { callTool } from './tool.ts';

/** What frameworks tell a tool about a call; the rest is ignored. */
export interface ToolCallOptions {
  /** Ends the call. Some frameworks call it `signal`. */
  abortSignal?: AbortSignal | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * A tool for a model, which acts in one space with your key.
 * @see docs/sdk.md#tools
 */
export interface AgentTool extends DrawnTool {
  name: ToolName;
  /**
   * Calls it. A refusal is a result too, and says its reason.
   * @returns A text for the model, in which the texts of participants are enclosed.
   * @throws the reason of the signal when that is aborted, and nothing else.
   */
  execute(input: unknown, options?: ToolCallOptions): Promise<string>;
}

/**
 * Which tools a model gets.
 * @see docs/sdk.md#tools
 */
export interface ToolsOptions {
  /** The names of the tools, in the order of the list; by default those that MCP clients are shown. */
  only?: readonly ToolName[] | undefined;
}

/**
 * Tools for a model that acts in a space: those that MCP clients have, with the same names, descriptions and answers, but without arguments
 * for the space and the key. They are called over MCP, so the name in `baseUrl` must be that of the server's public URL, or an address.
 * @throws {TypeError} when there is no tool with a name in `only`.
 * @see docs/sdk.md#tools
 */
export function tools(space: Space, options: ToolsOptions = {}): AgentTool[] {
  assertArguments({ space: 'object' }, { space });
  assertOptions({ only: 'array?' }, options);
  const { only } = options;
  const names = only ?? (Object.keys(drawnTools) as ToolName[]).filter((name) => drawnTools[name].isListed);
  return names.map((name) => {
    if (!Object.hasOwn(drawnTools, name)) throw new TypeError(`only must be names of tools; ${JSON.stringify(name)} is none`);
    const { isListed: _, ...drawn } = drawnTools[name];
    return { name, ...drawn, execute: (input, call) => executed(space, name, input, call) };
  });
}

async function executed(space: Space, name: ToolName, input: unknown, options: ToolCallOptions = {}): Promise<string> {
  const { abortSignal, signal = abortSignal } = options;
  try {
    return await callTool(space, name, Object(input ?? {}) as object, signal);
  } catch (error) {
    if (error instanceof ParleyError) return refusalOf(error);
    throw error;
  }
}
