import { z } from 'zod';

export const proposalState = z.enum(['open', 'accepted', 'accepted_with_changes', 'rejected', 'withdrawn']).meta({
  id: 'ProposalState',
  description:
    '`open`: waits for a decision; `accepted` (or `accepted_with_changes`) and `rejected` by somebody who decides; `withdrawn` by its author',
});
