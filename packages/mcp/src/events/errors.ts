import { ProtocolError } from '@modelcontextprotocol/server';

/** The codes of the extension. Those of its draft, which the clients that there are expect. */
const codes = { notFound: -32_011, forbidden: -32_012, exhausted: -32_013, unsupported: -32_014, callback: -32_015 } as const;

/** An error as the extension defines it. */
export const eventsError = (code: keyof typeof codes, message: string, data: Record<string, unknown>): ProtocolError =>
  new ProtocolError(codes[code], message, data);
