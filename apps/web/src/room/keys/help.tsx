import { Dialog } from '../../design/dialog.tsx';

const command = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

const keys: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['?'], 'shows these keys'],
  [[`${command} K`], 'goes anywhere by a few letters'],
  [['/', `${command} F`], 'searches'],
  [['j', '↓'], 'to the next message'],
  [['k', '↑'], 'to the message before'],
  [['r'], 'replies to the message'],
  [['e'], 'corrects it, if it is yours'],
  [['Home', 'End'], 'to the first and the latest message'],
  [['Enter'], 'sends what you write'],
  [['Shift Enter'], 'starts a line in it'],
  [['@'], 'directs it to somebody'],
];

export const Help = ({ onClose }: { onClose(): void }) => (
  <Dialog title="Keys" class="narrow" onClose={onClose}>
    <table class="keys-help">
      <tbody>
        {keys.map(([names, does]) => (
          <tr key={does}>
            <th scope="row">
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </th>
            <td>{does}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <small>Letters are keys only while you write nowhere.</small>
  </Dialog>
);
