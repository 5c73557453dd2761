import { isObject } from './form.ts';

/** Hunks as the unified text that models know. An untrusted server can answer anything in their place. */
export const unified = (hunks: unknown): string => (Array.isArray(hunks) ? hunks : [hunks]).map(textOf).join('\n');

function textOf(hunk: unknown): string {
  if (!isObject(hunk) || !Array.isArray(hunk['lines'])) return JSON.stringify(hunk);
  const [oldStart, oldLines, newStart, newLines] = ['oldStart', 'oldLines', 'newStart', 'newLines'].map((field) =>
    String(hunk[field]),
  );
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...(hunk['lines'] as unknown[]).map(String)].join('\n');
}
