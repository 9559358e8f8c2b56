import { render } from 'preact';

const root = document.getElementById('root');
if (root) render(<h1>Leafmark</h1>, root);
