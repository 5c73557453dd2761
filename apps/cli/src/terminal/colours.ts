import picocolors from 'picocolors';

interface Stream {
  isTTY?: boolean;
}

/** NO_COLOR wins, then FORCE_COLOR, then whether the stream is a terminal (no-color.org, force-color.org). */
export function wantsColours(stream: Stream, env: NodeJS.ProcessEnv = process.env): boolean {
  if (env['NO_COLOR']) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return Boolean(stream.isTTY) && env['TERM'] !== 'dumb';
}

export const colours = (stream: Stream) => picocolors.createColors(wantsColours(stream));
