interface ToolsProps {
  isReader: boolean;
  /** A correction directs to nobody. */
  canDirect: boolean;
  callSomebody(): void;
  choose(event: Event, isAsFile: boolean): void;
}

/** What else a message can have. */
export const Tools = ({ isReader, canDirect, callSomebody, choose }: ToolsProps) => (
  <div class="tools">
    <button
      type="button"
      class="quiet small"
      disabled={isReader || !canDirect}
      onPointerDown={(event) => event.preventDefault()}
      onClick={callSomebody}
    >
      <span aria-hidden="true">@</span> Direct to…
    </button>
    <label class="button quiet small">
      Add an image
      <input type="file" accept="image/*" class="unseen" disabled={isReader} onChange={(event) => choose(event, false)} />
    </label>
    <label class="button quiet small">
      Attach files
      <input type="file" multiple class="unseen" disabled={isReader} onChange={(event) => choose(event, true)} />
    </label>
  </div>
);
