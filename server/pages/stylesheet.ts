import { createHash } from 'node:crypto';
import base from '../../src/theme/base.css?raw';
import button from '../../src/theme/button.css?raw';
import tokens from '../../src/theme/tokens.css?raw';
import pages from './pages.css?raw';

/** The look of all pages: the extension's own, and what pages add. */
export const stylesheet = [tokens, base, button, pages].join('\n');

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Below the base address. Another text has another address: it can be kept for ever. */
export const STYLESHEET_PATH = `/assets/pages-${version}.css`;
