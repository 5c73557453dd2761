import { render } from 'preact';
import './design/tokens.css';
import './design/base.css';
import { App } from './app.tsx';

render(<App />, document.getElementById('app')!);
