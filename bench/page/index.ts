// The script of the benchmark's page, in the extension that is measured.
export * from './formats';
export * from './library';
export * from './list';
export * from './popup';
export * from './reader';
export * from './search';
export * from './sync';
