import type { Invitation, InvitationTerms } from '@parley/sdk';
import { CopyButton } from '../../design/copy-button.tsx';
import { service } from '../../space/client.ts';
import { commandsFor, type Ready } from './commands.ts';
import { QrCode } from './qr-code.tsx';

interface NewProps {
  invitation: Invitation & InvitationTerms;
  onAnother: () => void;
}

/** An invitation with its links. They are shown only now, because the service stores no keys. */
export function NewInvitation({ invitation, onAnother }: NewProps) {
  const { humanLink } = invitation;
  return (
    <div class="new-invitation">
      <p role="status">The invitation is ready. Copy what you need: its links are not shown again.</p>
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
        {commandsFor(invitation, service).map((each) => (
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
