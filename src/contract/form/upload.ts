import * as z from 'zod/mini';
import { type Field, listOf } from './field';

/** One part of a multipart body. The server decides whether its bytes are in memory or on disk. */
export interface UploadedPart {
  /** null when the part is a plain field. */
  readonly filename: string | null;
  /** Header values by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly sizeBytes: number;
  bytes(): Promise<Uint8Array>;
}

/** A file: a part of a multipart body, or a string in a JSON or urlencoded body. */
export type Upload = UploadedPart | string;

const uploadRule = z.custom<Upload>(
  (value) => typeof value === 'string' || (typeof value === 'object' && value !== null),
) as unknown as z.ZodMiniType<Upload, Blob | string>;

/** A file part, or its content as a string. If there are several, the first one is used. */
// @__NO_SIDE_EFFECTS__
export const file = (): Field<Upload, Blob | string> => z.exactOptional(uploadRule);

/** At most `maxItems` file parts with the same name, in the order they were sent. */
// @__NO_SIDE_EFFECTS__
export const files = (maxItems: number): Field<readonly Upload[], readonly (Blob | string)[]> =>
  listOf(uploadRule, maxItems);
