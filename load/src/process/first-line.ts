export const firstLine = (error: unknown): string => String(error instanceof Error ? error.message : error).split('\n')[0]!;
