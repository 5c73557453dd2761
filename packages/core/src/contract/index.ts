import type { z } from 'zod';
import { defaultLimits, type Limits } from '../limits.ts';
import { account } from './account.ts';
import { artifacts } from './artifacts.ts';
import { deliveries } from './deliveries.ts';
import { invitations } from './invitations.ts';
import { links } from './links.ts';
import { messages } from './messages.ts';
import { meta } from './meta.ts';
import { participants } from './participants.ts';
import { spaces } from './spaces.ts';
import { wakes } from './wakes.ts';

/** Every operation, in the order of the specification, with the size limits of this deployment. */
export const contract = (limits: Limits = defaultLimits) => ({
  ...meta(),
  ...spaces(limits),
  ...invitations(limits),
  ...participants(limits),
  ...messages(limits),
  ...deliveries(),
  ...wakes(),
  ...artifacts(limits),
  ...links(limits),
  ...account(limits),
});

export type Contract = ReturnType<typeof contract>;
export type OperationName = keyof Contract;

/** What a caller sends, and what the operation receives once defaults are filled in. */
export type RequestOf<Name extends OperationName> = z.input<Contract[Name]['input']>;
export type InputOf<Name extends OperationName> = z.output<Contract[Name]['input']>;
export type OutputOf<Name extends OperationName> = z.output<Contract[Name]['output']>;
