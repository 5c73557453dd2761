interface ToolsProps {
  isReader: boolean;
  callSomebody(): void;
  choose(event: Event, isAsFile: boolean): void;
}

/** What else a message can have. */
export const Tools = ({ isReader, callSomebody, choose }: ToolsProps) => (
  <div class="tools">
    <button
      type="button"
      class="quiet small"
      disabled={isReader}
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
