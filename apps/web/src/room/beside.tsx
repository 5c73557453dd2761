import './beside.css';
import { useEffect, useRef } from 'preact/hooks';
import { later } from '../app/later.tsx';
import type { Room } from '../space/room.ts';
import { show, shown, type Shown } from './artifact/shown.ts';

const ArtifactPanel = later(async () => (await import('./artifact/artifact-panel.tsx')).ArtifactPanel);
const TaskPanel = later(async () => (await import('./tasks/task-panel.tsx')).TaskPanel);

/** The place beside the conversation, or over it on small screens. */
export function Beside({ room }: { room: Room }) {
  const at = shown.value;
  const reviewing = room.reviewing.value;
  useEffect(() => {
    if (!reviewing) return;
    show({ view: 'proposal', artifactId: reviewing.artifactId, about: reviewing.proposalId });
    room.reviewing.value = undefined;
  }, [reviewing]);
  return at ? <Panel room={room} at={at} /> : null;
}

function Panel({ room, at }: { room: Room; at: Shown }) {
  const panel = useRef<HTMLElement>(null);
  const isOfTasks = at.view === 'tasks';
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    panel.current?.focus();
    return () => before?.isConnected && before.focus();
  }, []);
  return (
    <section class="beside" ref={panel} tabIndex={-1} aria-label={isOfTasks ? 'Tasks' : 'Artifact'}>
      {isOfTasks ? <TaskPanel room={room} at={at} /> : <ArtifactPanel room={room} at={at} />}
    </section>
  );
}
