/** An unknown, missing or invalid setting. The message is one line that names it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
