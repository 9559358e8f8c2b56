export { repair } from './repair';
export type { RepairContext } from './repair-context';
