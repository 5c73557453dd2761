import { signal } from '@preact/signals';

const decoder = signal<(text: string) => string>();
let isAsked = false;

/** The character of `&copy;`. The table is as large as the formatter: it loads when a text needs it, which is then formatted again. */
export function decodeHTMLStrict(text: string): string {
  if (!isAsked) void load();
  return decoder.value?.(text) ?? text;
}

async function load(): Promise<void> {
  isAsked = true;
  try {
    decoder.value = (await import('entities/decode')).decodeHTMLStrict;
  } catch {
    // They stay as they were written.
  }
}
