import '../notice.css';
import './decision.css';
import { useId, useRef } from 'preact/hooks';
import type { Room } from '../../space/room.ts';
import { Markdown } from '../../text/markdown.tsx';
import { Redacted } from '../redacted.tsx';
import { When } from '../when.tsx';
import { Answers } from './answers.tsx';
import { Electorate } from './electorate.tsx';
import type { KnownDecision } from './known-decision.ts';
import { Left } from './left.tsx';
import { PinnedVersion } from './pinned.tsx';
import { Redacting } from './redacting.tsx';
import { Steps } from './steps.tsx';
import { endOf, labelOf, mayAnswer, ruleOf, stateNames } from './words.ts';

interface WholeProps {
  known: KnownDecision;
  room?: Room | undefined;
  onAnswered?: (() => void) | undefined;
}

/** A decision with all that is known of it, and what its reader can do. */
export function WholeDecision({ known, room, onAnswered }: WholeProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const decision = known.view.value;
  if (!decision) return null;
  const { space } = known;
  const { participantId: me } = space;
  const { title, text, state, outcome, statement, expiresAt, endedAt, openedBy, openedByName, fallback, artifact } = decision;
  const isOpen = state === 'open';
  const isOver = room?.ended.value !== undefined;
  const rule = ruleOf(decision);
  const answered = () => {
    // The button that had the focus is gone.
    card.current?.focus({ preventScroll: true });
    onAnswered?.();
  };
  return (
    <article class="decision" ref={card} tabIndex={-1} aria-labelledby={titleId}>
      <h3 id={titleId} dir="auto">
        {title}
      </h3>
      <p class="decision-state">
        <span class={`tag decision-${state}`}>{stateNames[state]}</span>{' '}
        <small>
          asked by {openedBy === me ? 'you' : <bdi>{openedByName}</bdi>}
          {isOpen && expiresAt !== undefined && (
            <>
              {' · '}
              <Left until={expiresAt} />
            </>
          )}
          {endedAt !== undefined && (
            <>
              {' · ended '}
              <When at={endedAt} />
            </>
          )}
        </small>
      </p>
      {decision.redacted && room && <Redacted {...decision.redacted} room={room} />}
      {text && <Markdown text={text} />}
      {artifact && <PinnedVersion artifact={artifact} space={space} room={room} />}
      {!isOpen && (
        <p class="outcome" role="status">
          {outcome === undefined ? (
            endOf(decision)
          ) : (
            <>
              Decided: <bdi class="chosen">{labelOf(decision, outcome)}</bdi>
            </>
          )}
        </p>
      )}
      {statement && (
        <p class="as-written" dir="auto">
          {statement}
        </p>
      )}
      {mayAnswer(decision, me) &&
        !isOver &&
        (room?.isMuted.value ? (
          <p>The owner muted you, so you cannot answer.</p>
        ) : (
          <Answers known={known} decision={decision} titleId={titleId} onAnswered={answered} />
        ))}
      {isOpen && (rule || fallback !== undefined) && (
        <p>
          <small>
            {rule}
            {fallback !== undefined && (
              <>
                {' '}
                If nothing is decided in time, it is <bdi>{labelOf(decision, fallback)}</bdi>.
              </>
            )}
          </small>
        </p>
      )}
      <Electorate decision={decision} me={me} />
      {isOpen && room && !isOver && <Steps known={known} decision={decision} room={room} />}
      {room && !isOver && <Redacting known={known} decision={decision} room={room} />}
    </article>
  );
}
