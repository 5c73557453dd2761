/** Acts once an element is on the screen, unless the returned function is called before. */
export function onceSeen(element: Element, act: () => void): () => void {
  const observer = new IntersectionObserver((seen) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
