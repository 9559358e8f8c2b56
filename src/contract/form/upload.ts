import * as z from 'zod/mini';
import type { Field } from './field';

/** One part of a multipart body. The server decides where its bytes are: memory or disk. */
export interface UploadedPart {
  /** null when the part is a plain field. */
  readonly filename: string | null;
  /** Lower-case names; the values as they came. */
  readonly headers: ReadonlyMap<string, string>;
  readonly sizeBytes: number;
  bytes(): Promise<Uint8Array>;
}

/** A file that came as a part of a multipart body, or as a string of a JSON or form body. */
export type Upload = UploadedPart | string;

const uploadRule = z.custom<Upload>(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
);

/** A file part, or its content as a string. Of several, the first one counts. */
// @__NO_SIDE_EFFECTS__
export function file(): Field<Blob | string, Upload, 'optional'> {
  return { type: 'file', presence: 'optional', rule: uploadRule };
}

/** At most `maxItems` file parts of one name, in the order they came. */
// @__NO_SIDE_EFFECTS__
export function files(maxItems: number): Field<readonly Blob[], readonly Upload[], 'optional'> {
  return { type: 'files', presence: 'optional', rule: z.array(uploadRule), maxItems };
}
