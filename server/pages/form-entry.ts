import type { FormSource } from '../../src/contract';

/** The text of a form's entry as it was typed; empty when it is not there. */
export function entryOf(source: FormSource | null, name: string): string {
  if (source?.kind !== 'entries') return '';
  const [first] = source.entries.get(name) ?? [];
  return typeof first === 'string' ? first : '';
}

/** All entries of one name, such as ticked boxes. */
export function entriesOf(source: FormSource | null, name: string): readonly string[] {
  if (source?.kind !== 'entries') return [];
  return (source.entries.get(name) ?? []).filter((entry) => typeof entry === 'string');
}
