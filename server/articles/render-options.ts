import type { RenderOptions } from '../../src/anchoring';

export const WITH_NOTES: RenderOptions = { hasNotes: true, hasAttributes: true };
