import type { ParleyError } from '../errors.ts';
import { inQuotes } from '../generated/envelope.ts';

/** What a model reads of a call that was refused. */
export const refusalOf = ({ message, code }: ParleyError): string => `error: ${inQuotes(message)}, code: ${code}`;
