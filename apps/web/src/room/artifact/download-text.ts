import type { Opened } from './opened.ts';

/** Characters that no file system refuses. */
const fileNameOf = (name: string): string =>
  `${
    name
      .replace(/[\p{C}\\/:*?"<>|]+/gu, '-')
      .trim()
      .slice(0, 100) || 'artifact'
  }.md`;

/** Saves the present text as a file, without a request that would carry a key in its address. */
export async function downloadText({ artifact, refusal }: Opened): Promise<void> {
  try {
    const text = await artifact.value!.download();
    const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = address;
    link.download = fileNameOf(artifact.value!.name);
    link.click();
    // Some browsers read it only after the click.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) {
    refusal.value = `Not downloaded. ${(error as Error).message}`;
  }
}
