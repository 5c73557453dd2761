import { render } from 'preact';
import './design/tokens.css';
import './design/base.css';
import { App } from './app.tsx';
import { told } from './notifications/told.ts';

render(<App />, document.getElementById('app')!);

if (told.peek())
  import('./notifications/keep.ts')
    .then(({ keepTold }) => keepTold())
    .catch(() => {
      // It is tried again when the app opens next.
    });
