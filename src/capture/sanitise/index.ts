export { createSanitiser, type SanitiseArticle, sanitiseArticle } from './sanitise';
export { sanitiseTree } from './sanitise-tree';
