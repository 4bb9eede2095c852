const K = 1024
const M = K * K

/** "86 KB", "1.8 MB" of a size in bytes. */
export const sizeOf = (bytes: number) => (bytes < M ? `${Math.max(1, Math.round(bytes / K))} KB` : `${(bytes / M).toFixed(1)} MB`)
