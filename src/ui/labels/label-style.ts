// First paints include this module, so it must stay small.
import { signal } from '@preact/signals';

/** Returns the style of a label, wherever it is shown; undefined before the library is read. */
export const labelStyle = signal<(label: string) => LabelStyle | undefined>();

/** The ground and the text of what has the colour of a label. */
export type LabelStyle = { readonly background: string; readonly color: string };
