import { useState } from 'preact/hooks';
import { Refusal } from '../design/refusal.tsx';
import type { ExportSpaceInput } from '@parley/sdk';
import { useAction } from '../space/action.ts';
import type { Room } from '../space/room.ts';
import { save } from '../space/save.ts';

type Format = NonNullable<ExportSpaceInput['format']>;

const formats: readonly (readonly [Format, string])[] = [
  ['md', 'Markdown'],
  ['zip', 'Zip, with files'],
  ['jsonl', 'JSON Lines'],
];

/** How long a browser can take to read what it saves. */
const readMs = 60_000;

/** Characters that no file system refuses. */
const fileNameOf = (name: string): string =>
  name
    .replace(/[\p{C}\\/:*?"<>|]+/gu, '-')
    .trim()
    .slice(0, 100) || 'space';

/** Everything that the reader can see, as a file or in the clipboard: a selection has only the lines that are drawn. */
export function Export({ room }: { room: Room }) {
  const [said, say] = useState('');
  const { act, isBusy, refusal } = useAction(async (wish: Format | 'copy') => {
    say('Exporting…');
    try {
      const { wholeSpaceOf } = await import('../space/whole.ts');
      const format = wish === 'copy' ? 'md' : wish;
      const exported = new Response(await wholeSpaceOf(room).export({ format }));
      if (wish === 'copy') {
        await navigator.clipboard.writeText(await exported.text());
        return say('Copied: what was said, decided and written until now.');
      }
      const url = URL.createObjectURL(await exported.blob());
      save({ url }, { name: `${fileNameOf(room.facts.peek()?.name ?? '')}.${format}` });
      setTimeout(() => URL.revokeObjectURL(url), readMs);
      say('Exported: what was said, decided and written until now.');
    } catch (error) {
      say('');
      throw error;
    }
  });
  return (
    <div class="export" role="group" aria-label="Export">
      <p>Take everything with you that you can see here:</p>
      <div class="buttons">
        {formats.map(([format, name]) => (
          <button key={format} type="button" class="quiet" disabled={isBusy} onClick={() => act(format)}>
            <span class="unseen">Export as </span>
            {name}
          </button>
        ))}
        <button type="button" class="quiet" disabled={isBusy} onClick={() => act('copy')}>
          Copy<span class="unseen"> as Markdown</span>
        </button>
      </div>
      <p role="status">{said}</p>
      <Refusal text={refusal} />
    </div>
  );
}
