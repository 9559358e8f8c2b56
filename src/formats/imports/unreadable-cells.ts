import { normalLabel } from '../../domain/label';
import type { ColumnUse } from '../../domain/table-columns';
import { type CellStyle, isDone, isNo, labelsIn, progressIn } from './cells';
import { stateOfValue } from './states';
import { saysSomething } from './unreadable-values';

/** A cell of a table that has a use. */
export interface Cell {
  readonly use: ColumnUse;
  /** The name of its column. */
  readonly name: string;
  readonly text: string;
}

type CanRead = (text: string, style: CellStyle) => boolean;

const isAnswer: CanRead = (text, style) => isDone(text, style) || isNo(text);

/** The cells that have a meaning only if they are written in a known way. Dates are read with their row. */
const CAN_READ: Partial<Record<ColumnUse, CanRead>> = {
  labels: (text, style) => labelsIn(text, style).some((label) => normalLabel(label) !== null),
  state: (text) => stateOfValue(text) !== null,
  archived: isAnswer,
  unread: isAnswer,
  read: isAnswer,
  favourite: isAnswer,
  progress: (text) => Number.isFinite(progressIn(text)),
};

/** Returns the cells whose texts cannot be read, with the names of their columns. */
export const unreadableCells = (cells: readonly Cell[], style: CellStyle): readonly string[] =>
  cells
    .filter(({ use, text }) => saysSomething(text) && CAN_READ[use]?.(text, style) === false)
    .map(named);

/** Returns the text of a cell below the name of its column. */
export const named = ({ name, text }: Pick<Cell, 'name' | 'text'>): string =>
  name === '' ? text : `${name}: ${text}`;
