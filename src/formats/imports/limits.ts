/** Maximum size of a file, and of all files extracted from a zip, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;
export const MAX_INFLATED_BYTES = 200 * 1024 * 1024;
/** The same for a zip whose articles are read one by one. */
export const MAX_ARTICLES_FILE_BYTES = 2 * 1024 * 1024 * 1024;
export const MAX_ARTICLES_BYTES = 4 * 1024 * 1024 * 1024;
/** Maximum number of files in a zip. */
export const MAX_ZIP_ENTRIES = 1_000_000;
/** Maximum size of their list, in bytes. */
export const MAX_ZIP_DIRECTORY_BYTES = 200_000_000;

/** Maximum number of rows in an import, including skipped ones. */
export const MAX_IMPORTED_ROWS = 250_000;

/** Maximum nesting of JSON. Real exports have less than ten levels. */
export const MAX_JSON_DEPTH = 100;
/** Maximum number of JSON values, lists and objects, because each takes more memory than its text. */
export const MAX_JSON_VALUES = 32 * MAX_IMPORTED_ROWS;

export const MAX_ROW_LABELS = 256;
/** Labels as written, including blank and repeated ones. */
export const MAX_WRITTEN_LABELS = 10 * MAX_ROW_LABELS;
export const MAX_IMPORTED_AUTHORS = 64;
export const MAX_IMPORTED_HIGHLIGHTS = 1000;
/** In UTF-16 code units. */
export const MAX_IMPORTED_TEXT_LENGTH = 100_000;
export const MAX_IMPORTED_HTML_LENGTH = 10_000_000;
export const MAX_SKIPPED_TEXT = 200;

/** Maximum size of one response of a service, in bytes, and maximum number of responses. */
export const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
export const MAX_ANSWERS = 10_000;
