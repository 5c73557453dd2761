import './beside.css';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { close, show, shown } from './shown.ts';

const loaded = signal<typeof import('./artifact-panel.tsx') | undefined>(undefined);
const refusal = signal('');

async function load(): Promise<void> {
  try {
    loaded.value = await import('./artifact-panel.tsx');
  } catch {
    refusal.value = 'This part of the app could not be loaded. Check the connection and reload the page.';
  }
}

/** The place beside the conversation, or over it on small screens. Its script is loaded when it is needed. */
export function Beside({ room }: { room: Room }) {
  const at = shown.value;
  const reviewing = room.reviewing.value;
  const panel = loaded.value;
  useEffect(() => {
    if (!reviewing) return;
    show({ view: 'proposal', artifactId: reviewing.artifactId, about: reviewing.proposalId });
    room.reviewing.value = undefined;
  }, [reviewing]);
  useEffect(() => {
    if (at && !panel) void load();
  }, [at]);
  if (!at) return null;
  if (panel) return <panel.ArtifactPanel room={room} at={at} />;
  return (
    <section class="beside" aria-label="Artifact">
      <p role="status">{refusal.value || 'Loading…'}</p>
      {refusal.value && (
        <button type="button" class="quiet" onClick={close}>
          Back to the conversation
        </button>
      )}
    </section>
  );
}
