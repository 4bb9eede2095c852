const MB = 1024 * 1024

/** Of an Excel file; what its parts may be when they are unpacked stands in xlsx-parts.ts. */
export const FILE_MAX_BYTES = 32 * MB
