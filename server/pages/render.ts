import type { Child } from 'hono/jsx';

/** The HTML of a page; what is filled in has been escaped by hono/jsx. */
export const renderPage = async (page: Child): Promise<string> =>
  `<!doctype html>${String(await page)}`;
