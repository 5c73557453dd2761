export type Fields = Record<string, unknown>;

/** Where a client finds a server: at an address, or as a command that it starts. */
export type McpTarget = { url: string } | { command: string; args: string[]; env: Record<string, string> };

/** A result as a client passed it on. */
export interface Called {
  isError: boolean;
  text: string;
  structured: Fields | undefined;
}

/** A tool as a client lists it. */
export interface ListedTool {
  name: string;
  inputSchema: { properties?: Fields };
}

/** A client that has listed the tools, and so compares results with their schemas. */
export interface ValidatingClient {
  readonly tools: readonly ListedTool[];
  /** @throws {Error} when the client refuses the result. */
  call(name: string, args: Fields): Promise<Called>;
  close(): Promise<void>;
}

/** A client that we did not write. */
export interface ClientVersion {
  name: string;
  /** Why it cannot be used here. */
  missing?: string;
  connect(target: McpTarget): Promise<ValidatingClient>;
}
