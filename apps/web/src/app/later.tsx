import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** A component that is loaded when it is first shown. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => VNode | null {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [Part, show] = useState(() => loaded);
    useEffect(() => {
      if (Part) return;
      void load().then((part) => {
        loaded = part;
        show(() => part);
      });
    }, []);
    return Part ? <Part {...props} /> : null;
  };
}
