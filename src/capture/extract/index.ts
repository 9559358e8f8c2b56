export { type Extraction, extractArticle } from './extract';
