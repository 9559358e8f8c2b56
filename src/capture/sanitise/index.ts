export { createSanitiser, type SanitiseArticle, sanitiseArticle } from './sanitise';
