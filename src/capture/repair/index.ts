export { repair } from './repair';
export type { RepairContext } from './repair-context';
export { type Embed, embedAt } from './video-hosts';
