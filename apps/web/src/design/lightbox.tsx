import { Dialog } from './dialog.tsx';

/** A picture over the page. */
export const Lightbox = ({ src, alt, onClose }: { src: string; alt: string; onClose(): void }) => (
  <Dialog title={alt} class="lightbox" onClose={onClose}>
    <img src={src} alt={`${alt}, enlarged`} referrerPolicy="no-referrer" />
  </Dialog>
);
