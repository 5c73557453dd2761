import { useEffect, useState } from 'preact/hooks';

const policy = `<meta http-equiv="x-dns-prefetch-control" content="off"><meta http-equiv="content-security-policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">`;

/** Browsers connect to the hosts of these before they ask the policy, which allows none of them anyway. */
const withoutFrames = (html: string): string => html.replaceAll(/<(?:i?frame|object|embed)/gi, '<span');

/** HTML in a frame without scripts, forms, links out of it or anything from elsewhere. It is shown on request. */
export function PageFrame({ html }: { html: string }) {
  const [address, show] = useState<string>();
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  if (address) return <iframe class="page-frame" title="Page in this message" sandbox="" src={address} />;
  const open = () =>
    show(
      URL.createObjectURL(
        new Blob([`<!doctype html><meta charset="utf-8">${policy}${withoutFrames(html)}`], { type: 'text/html' }),
      ),
    );
  return (
    <>
      <pre class="source" tabIndex={0}>
        {html}
      </pre>
      <button type="button" class="quiet" onClick={open}>
        Show as a page
      </button>
    </>
  );
}
