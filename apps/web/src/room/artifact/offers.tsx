import type { Offer } from '../resource.ts';
import { ShownLink } from '../shown-link.tsx';

/** What other resources offer to do with a version. */
export const Offers = ({ offers }: { offers: readonly Offer[] }) => (
  <>
    {offers.map(({ label, hash }) => (
      <ShownLink key={hash} to={hash} class="button quiet">
        {label}
      </ShownLink>
    ))}
  </>
);
