/** A code block that its text cannot end. */
export function fence(info: string, text: string): string {
  let longest = 2
  for (const [run] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  return `${marks}${info}\n${text}\n${marks}`
}
