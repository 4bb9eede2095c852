/** What a reader may choose for the text: kept in the cookie `reading`, joined by dots, so that the server writes it into the first byte. */
export const READING_LOOKS = ['wide', 'small', 'large', 'wrap'] as const
export type ReadingLook = (typeof READING_LOOKS)[number]

/** What of it is known; a cookie may hold anything. */
export const readingLooks = (kept = ''): ReadingLook[] => {
  const given = kept.split(/[. ]/)
  return READING_LOOKS.filter((look) => given.includes(look))
}
