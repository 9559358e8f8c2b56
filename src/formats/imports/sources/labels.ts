import { MAX_RAW_LABELS } from '../limits';
import { readJson } from '../read-json';

/** Labels in a cell: a JSON list, or texts with commas between them. */
export function labelsOfCell(cell: string): string[] {
  const trimmed = cell.trim();
  if (trimmed.startsWith('[')) {
    const list = readJson(trimmed);
    if (list.ok && Array.isArray(list.value)) {
      return list.value.filter((label) => typeof label === 'string');
    }
  }
  return splitLabels(trimmed, ',');
}

/** The parts of a text; one more than there may be of labels tells that there are too many. */
export const splitLabels = (text: string, separator: string | RegExp): string[] =>
  text.split(separator, MAX_RAW_LABELS + 1);
