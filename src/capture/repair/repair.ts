import { repairCode } from './code';
import { repairImages } from './images';
import { repairLinks } from './links';
import { repairMath } from './math';
import { repairMedia } from './media';
import { repairNoscriptImages } from './noscript-images';
import { repairNotes } from './notes';
import { type RepairContext, type RepairTools, repairTools } from './repair-context';
import { markDataTables } from './tables';

/** In this order: a fallback image is found before the placeholder beside it gets an address. */
const REPAIRS: readonly ((tools: RepairTools) => void)[] = [
  repairLinks,
  repairNoscriptImages,
  repairMedia,
  repairImages,
  repairMath,
  repairCode,
  markDataTables,
  repairNotes,
];

/**
 * Makes of a copy of the page what Readability and a reader without scripts can see. Every repair
 * runs, also when one of them fails.
 * @returns whether all went well
 */
export function repair(context: RepairContext): boolean {
  const tools = repairTools(context);
  let isWhole = true;
  for (const step of REPAIRS) {
    try {
      step(tools);
    } catch {
      // The article without this repair is better than none.
      isWhole = false;
    }
  }
  return isWhole;
}
