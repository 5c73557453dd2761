import type { Operation, Tag } from '@parley/core';

/** The API reference, below the root of the service. */
export const reference = 'docs/api';

/** The page of a group of operations. */
export const groupPlace = ({ name }: Tag): string => `${reference}/${name.toLowerCase()}`;

/** The section of an operation. */
export const operationPlace = (name: string, { tag }: Operation): string => `${groupPlace(tag)}#${name}`;
