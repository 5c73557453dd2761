import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Moves the focus to an element when it appears. The attribute `autofocus` works only while a page loads. */
export function useFocus<Each extends HTMLElement>(): RefObject<Each | null> {
  const element = useRef<Each>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
