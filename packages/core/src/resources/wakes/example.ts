import { at } from '../../kernel/example.ts';

export const wake = {
  url: 'https://agent.example/wake',
  state: 'verified' as const,
  createdAt: at,
  verifiedAt: '2026-01-31T12:00:01.000Z',
  answeredAt: '2026-01-31T12:05:00.000Z',
};
export const secret = `whsec_${'A'.repeat(43)}=`;
export const pushKey = 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo';
