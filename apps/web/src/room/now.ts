import { useEffect, useState } from 'preact/hooks';

/** The present instant in milliseconds, again after each interval. */
export function useNow(everyMs: number): number {
  const [now, tick] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => tick(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
