/** Of a file, and of what a zip holds, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
export const MAX_INFLATED_BYTES = 200 * 1024 * 1024;
/** Files in a zip. */
export const MAX_ZIP_ENTRIES = 10_000;

/** Bookmarks in an import, good or not. */
export const MAX_ROWS = 250_000;

/** JSON in JSON. Exports have less than ten. */
export const MAX_JSON_DEPTH = 100;
/** Each takes more memory than text. */
export const MAX_JSON_VALUES = 20 * MAX_ROWS;

export const MAX_LABELS = 256;
/** As they are written, blank ones and repeated ones too. */
export const MAX_RAW_LABELS = 10 * MAX_LABELS;
export const MAX_AUTHORS = 64;
export const MAX_HIGHLIGHTS = 1000;
/** In UTF-16 code units. */
export const MAX_TEXT_LENGTH = 100_000;
export const MAX_HTML_LENGTH = 10_000_000;
export const MAX_SKIPPED_TEXT = 200;

/** One answer of a service, in bytes, and how many. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
export const MAX_ANSWERS = 10_000;
