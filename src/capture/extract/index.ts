export { type Extraction, extractArticle } from './extract';
export { wholePage } from './whole-page';
