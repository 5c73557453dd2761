import { useLayoutEffect, useRef } from 'preact/hooks';

interface ChoiceProps {
  position: number;
  /** Undefined until it is decided. */
  isAccepted: boolean | undefined;
  onChoose(isAccepted: boolean | undefined): void;
}

/** Accepts or rejects one of several changes. Nothing is sent yet. */
export function Choice({ position, isAccepted, onChoose }: ChoiceProps) {
  const first = useRef<HTMLButtonElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    // The button that was pressed is gone.
    if (isPressed.current) first.current?.focus();
    isPressed.current = false;
  }, [isAccepted]);
  const choose = (next: boolean | undefined) => {
    isPressed.current = true;
    onChoose(next);
  };
  const which = <span class="unseen"> change {position + 1}</span>;
  if (isAccepted === undefined)
    return (
      <span class="choice">
        <button type="button" class="quiet small" key="accept" ref={first} onClick={() => choose(true)}>
          Accept{which}
        </button>
        <button type="button" class="quiet small" key="reject" onClick={() => choose(false)}>
          Reject{which}
        </button>
      </span>
    );
  return (
    <span class="choice">
      <span class={isAccepted ? 'tag accent' : 'tag bad'}>{isAccepted ? 'accepted' : 'rejected'}</span>
      <button type="button" class="quiet small" key="undo" ref={first} onClick={() => choose(undefined)}>
        Undo<span class="unseen"> the decision about change {position + 1}</span>
      </button>
    </span>
  );
}
