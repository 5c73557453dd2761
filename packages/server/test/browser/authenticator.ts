import type { CDPSession, Page } from 'playwright-core';

const options = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Gives the browser a device that keeps passkeys and always says yes. */
export async function withAuthenticator(page: Page): Promise<{ devices: CDPSession; authenticatorId: string }> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  return { devices, ...(await devices.send('WebAuthn.addVirtualAuthenticator', { options })) };
}
