/** Stands for what markdown-it would find links with, and write hosts with: `addresses.ts` and browsers do that. */
export const LinkifyIt = Object;

export default {};
