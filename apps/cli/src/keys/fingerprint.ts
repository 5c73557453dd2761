import { createHash } from 'node:crypto';

/** Identifies a key without revealing it. */
export const fingerprint = (key: string): string => createHash('sha256').update(key).digest('base64url');
