export { readMetadata } from './read-metadata';
