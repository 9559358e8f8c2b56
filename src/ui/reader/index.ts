export { Reader } from './reader';
export type { ReaderDeps, ReaderProps } from './reader-props';
export { ReaderSettingsForm } from './reader-settings';
