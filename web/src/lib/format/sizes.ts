const units = ['B', 'KB', 'MB', 'GB', 'TB']

/** "5 B", "86 KB", "1.8 MB", "4 MB" of a size in bytes; one digit after the point where it says something. */
export function sizeOf(bytes: number): string {
  const at = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log(Math.max(1, bytes)) / Math.log(1024))))
  const value = bytes / 1024 ** at
  return `${at < 2 || value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${units[at]}`
}
