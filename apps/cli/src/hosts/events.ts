/** When hosts call a hook that can show something to the model. */
export const hookEvents = ['session-start', 'prompt', 'post-tool-use', 'stop'] as const;

export type HookEvent = (typeof hookEvents)[number];

export const isHookEvent = (text: unknown): text is HookEvent => (hookEvents as readonly unknown[]).includes(text);
