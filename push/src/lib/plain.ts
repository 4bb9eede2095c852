const TEXT_MAX = 300

/** A text from a file on one line: none of its control characters reaches the terminal, or changes the direction of a line. */
export function plain(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, ' ')
  return line.length > TEXT_MAX ? `${line.slice(0, TEXT_MAX)}…` : line
}
