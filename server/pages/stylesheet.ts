import { createHash } from 'node:crypto';
import article from '../../src/theme/article.css?raw';
import articleScripts from '../../src/theme/article-scripts.css?raw';
import articleWide from '../../src/theme/article-wide.css?raw';
import base from '../../src/theme/base.css?raw';
import button from '../../src/theme/button.css?raw';
import tokens from '../../src/theme/tokens.css?raw';
import shared from './article.css?raw';
import pages from './pages.css?raw';

/** The look of all pages: the extension's own, and what pages add. */
export const stylesheet = [
  ...[tokens, base, button],
  ...[article, articleScripts, articleWide],
  ...[pages, shared],
].join('\n');

const version = createHash('sha256').update(stylesheet).digest('hex').slice(0, 12);

/** Below the base address. Another text has another address: it can be kept for ever. */
export const STYLESHEET_PATH = `/assets/pages-${version}.css`;
