import type { Attack } from '../attack.ts';

export const sharedInvitation: Attack = {
  name: 'shared-invitation',
  does: 'One invitee sends 1,500 requests with the invitation key, while others join with the same key from other addresses.',
  seconds: 5,
  async run(attacker) {
    const { spaceId, invitationKey: key } = attacker.field.insider;
    const from = attacker.address();
    await attacker.flood(1_500, 16, () => attacker.ask({ from, path: `/hub/space/${spaceId}`, key }));
    await attacker.hold();
  },
};
