import '../panel.css';
import './summary.css';
import { useEffect, useState } from 'preact/hooks';
import { CopyButton } from '../../design/copy-button.tsx';
import { Refusal } from '../../design/refusal.tsx';
import { whyNot } from '../../space/refusal.ts';
import type { Room } from '../../space/room.ts';
import { BackButton } from '../back-button.tsx';
import { Export } from '../export.tsx';
import type { Outcome, Outcomes } from '../resource.ts';
import { ShownLink } from '../shown-link.tsx';
import { sections, summaryText } from './sections.ts';

/** Many events in a row are one reading. */
const pauseMs = 300;

/** What came of the meeting so far. */
export function SummaryPanel({ room, outcomes: all }: { room: Room; outcomes: readonly Outcomes[] }) {
  const [outcomes, hold] = useState<readonly Outcome[]>();
  const [refusal, refuse] = useState('');
  const changes = all.flatMap(({ after, seen }) => [room.latest(after).value, seen?.(room)]);
  const isOver = room.ended.value !== undefined;
  useEffect(() => {
    if (isOver) return;
    const read = async () => {
      try {
        const readers = await Promise.all(all.map((each) => each.load()));
        hold((await Promise.all(readers.map(({ outcomesIn }) => outcomesIn(room)))).flat());
        refuse('');
      } catch (error) {
        refuse(whyNot(error));
      }
    };
    const timer = setTimeout(read, outcomes ? pauseMs : 0);
    return () => clearTimeout(timer);
  }, [...changes, isOver]);
  return (
    <>
      <header class="panel-header">
        <BackButton />
        <h2>Summary</h2>
      </header>
      <div class="panel-body summary" tabIndex={-1}>
        <Refusal text={refusal} />
        {!outcomes && !refusal && <p role="status">Loading…</p>}
        {outcomes &&
          sections.map(({ of, title, nothing }) => (
            <Section key={of} title={title} nothing={nothing} outcomes={outcomes.filter((each) => each.of === of)} />
          ))}
        {outcomes && (
          <p>
            <CopyButton text={summaryText(room.facts.value?.name ?? '', outcomes)} label="Copy the summary" what="as Markdown" />
          </p>
        )}
        {!isOver && <Export room={room} />}
      </div>
    </>
  );
}

interface SectionProps {
  title: string;
  nothing: string;
  outcomes: readonly Outcome[];
}

const Section = ({ title, nothing, outcomes }: SectionProps) => (
  <section>
    <h3>{title}</h3>
    {outcomes.length === 0 && <p class="empty">{nothing}</p>}
    <ul role="list">
      {outcomes.map(({ title: name, note, hash }) => (
        <li key={hash}>
          <ShownLink to={hash}>
            <bdi>{name}</bdi>
          </ShownLink>
          <small dir="auto">{note}</small>
        </li>
      ))}
    </ul>
  </section>
);
