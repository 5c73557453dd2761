import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * A component that is loaded when it is first shown.
 * @param Instead - What is shown if it cannot be loaded.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props> = Missing,
): (props: Props) => VNode | null {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [Part, show] = useState(() => loaded);
    const [isMissing, miss] = useState(false);
    useEffect(() => {
      if (Part) return;
      load().then(
        (part) => {
          loaded = part;
          show(() => part);
        },
        () => miss(true),
      );
    }, []);
    if (isMissing) return <Instead {...props} />;
    return Part ? <Part {...props} /> : null;
  };
}

/** Without a connection, or after an update of the service, whose files have other names. */
const Missing = () => (
  <p role="alert">
    A part of this page could not be loaded.{' '}
    <button type="button" class="quiet small" onClick={() => location.reload()}>
      Reload the page
    </button>
  </p>
);
