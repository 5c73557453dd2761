import type { Attack } from '../attack.ts';

export const sharedInvitation: Attack = {
  name: 'shared-invitation',
  does: 'One who was invited uses up the invitation key by 1,500 requests, while others join by the same key from elsewhere.',
  seconds: 5,
  async run(attacker) {
    const { spaceId, invitationKey: key } = attacker.field.insider;
    const from = attacker.address();
    await attacker.flood(1_500, 16, () => attacker.ask({ from, path: `/hub/space/${spaceId}`, key }));
    await attacker.hold();
  },
};
