/** Refusals for path parameters that identify nothing. A malformed id identifies nothing either, so it is 404, not 400. */
export const missing = {
  spaceId: { code: 'space_not_found', message: 'There is no such space' },
  participantId: { code: 'participant_not_found', message: 'There is no such participant in this space' },
  artifactId: { code: 'artifact_not_found', message: 'There is no such artifact in this space' },
  invitationId: { code: 'invitation_not_found', message: 'There is no such invitation in this space' },
  deliveryId: { code: 'delivery_not_found', message: 'There is no such delivery in this space' },
  tokenId: { code: 'token_not_found', message: 'There is no such token' },
  userCode: { code: 'link_not_found', message: 'There is no open link request with this code' },
} as const satisfies Record<string, { code: string; message: string }>;
