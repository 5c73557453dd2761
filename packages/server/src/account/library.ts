// What the identity provider takes of Better Auth. The build makes it one module with all packages that it needs (`scripts/bundle.mjs`):
// npm cannot install the passkey plugin beside the newest Better Auth, because both name exact versions of other packages.
export { betterAuth } from 'better-auth';
export { APIError } from 'better-auth/api';
export { drizzleAdapter } from 'better-auth/adapters/drizzle';
export { genericOAuth, jwt, magicLink } from 'better-auth/plugins';
export { passkey } from '@better-auth/passkey';
