/** Display options of the reader. The cookie `reading` stores them, joined by dots, so that the server renders with them. */
const READING_LOOKS = ['wide', 'small', 'large', 'wrap'] as const
export type ReadingLook = (typeof READING_LOOKS)[number]

/** The valid options of a cookie value, which a client can set to anything. */
export const readingLooks = (kept = ''): ReadingLook[] => {
  const given = kept.split(/[. ]/)
  return READING_LOOKS.filter((look) => given.includes(look))
}
