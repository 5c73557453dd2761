import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Refusal } from '../../design/refusal.tsx';
import { Markdown } from '../../text/markdown.tsx';
import type { CardProps } from '../resource.ts';
import { KnownDecision, decisionIn } from './known-decision.ts';
import { WholeDecision } from './whole.tsx';

/** A decision in the place of the message that asks for it. It is read when it comes into sight. */
export function DecisionCard({ message, space, room, onAnswered }: CardProps) {
  const decisionId = message.decisionId!;
  const known = useMemo(() => (room ? decisionIn(room, decisionId) : new KnownDecision(space, decisionId)), [decisionId]);
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSight(place);
  useEffect(() => (isSeen ? known.follow(room) : undefined), [isSeen]);
  return (
    <div ref={place}>
      {known.view.value ? (
        <WholeDecision known={known} room={room} onAnswered={onAnswered} />
      ) : (
        <Markdown text={message.content} />
      )}
      <Refusal text={known.refusal.value} />
    </div>
  );
}

/** Whether an element was in sight. */
function useSight(place: { current: Element | null }): boolean {
  const [isSeen, see] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      see(true);
      observer.disconnect();
    });
    observer.observe(place.current!);
    return () => observer.disconnect();
  }, []);
  return isSeen;
}
