/** The host, and so its user, waits no longer for all requests together; in seconds. */
const usual = 2;
/** `parley install` has hosts give up after 10 s; what was claimed then is shown by the next hook. */
const most = 60;
const least = 0.1;

/** How long a hook waits for servers. */
export function timeoutMsOf(env: NodeJS.ProcessEnv): number {
  const seconds = Number(env['PARLEY_HOOK_TIMEOUT']) || usual;
  return 1000 * Math.min(Math.max(seconds, least), most);
}
