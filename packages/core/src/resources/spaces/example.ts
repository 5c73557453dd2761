import { owner } from '../participants/example.ts';

export const bundle = { participants: [owner], artifacts: [], suggestedPollingIntervalMs: 2_000 };
