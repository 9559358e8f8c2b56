// Domain: bookmarks, articles, addresses, times and the rules that apply to them. Pure functions
// over plain data; it imports no other room.
export * from './address-only';
export * from './article';
export * from './backup';
export * from './bookmark';
export * from './bounded-normalise';
export * from './brand';
export * from './calendar';
export * from './collection';
export * from './excerpt';
export * from './hash';
export * from './highlight';
export * from './host-name';
export * from './label';
export * from './label-tree';
export * from './language';
export * from './page-state';
export * from './private-address';
export * from './reading-time';
export * from './result';
export * from './retention';
export * from './settings';
export * from './share';
export * from './site-rules';
export * from './time';
export * from './url-identity';
export * from './web-address';
