export * from './choose-path';
export * from './page-structure';
export * from './site-rule';
export * from './stable-names';
