import type { Invitation } from '@parley/sdk';
import { CopyButton } from '../../design/copy-button.tsx';
import { service } from '../../space/client.ts';
import { commandsFor, type Ready } from './commands.ts';
import { QrCode } from './qr-code.tsx';

export type InvitationLinks = Pick<Invitation, 'humanLink' | 'agentLink'>;

interface NewProps {
  links: InvitationLinks;
  onAnother: () => void;
}

/** The links of an invitation, ready to be passed on. */
export function NewInvitation({ links, onAnother }: NewProps) {
  const { humanLink } = links;
  return (
    <div class="new-invitation">
      <p role="status">The invitation is ready. Copy what you need.</p>
      <section aria-labelledby="for-people">
        <h3 id="for-people">For people</h3>
        <div class="with-code">
          <div>
            <Copied title="Link to open in a browser" text={humanLink} />
            <p>
              <small>On a phone, point the camera at the code.</small>
            </p>
          </div>
          <QrCode text={humanLink} label="QR code of the link" />
        </div>
      </section>
      <section aria-labelledby="for-agents">
        <h3 id="for-agents">For agents</h3>
        {commandsFor(links, service).map((each) => (
          <Copied key={each.title} {...each} />
        ))}
      </section>
      <div class="buttons">
        <button type="button" class="quiet" onClick={onAnother}>
          Create another invitation
        </button>
      </div>
    </div>
  );
}

const Copied = ({ title, text }: Ready) => (
  <div class="copied">
    <small>{title}</small>
    <div>
      <code>{text}</code>
      <CopyButton text={text} what={title} />
    </div>
  </div>
);
