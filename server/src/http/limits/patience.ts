/** How long a client may take, in milliseconds (R13); checked every `look`, so that what it waits for ends within both together. */
export const usual = {
  /** From the first byte of a request to the end of its headers. */
  headers: 10_000,
  look: 5_000,
  /** A body that brings no files; those with files are watched where they are read. */
  body: 60_000,
  /** A connection without a request, or a reader who takes nothing of what waits for them. */
  idle: 60_000,
}
export type Patience = typeof usual
