/** English words only: a word with other signs is a name, which is found as it is written. */
const WORD = /^[a-z]{4,40}$/i
/** Fewer letters begin too many other words. */
const STEM_MIN = 4
const ENDING = /(?:ation|ment|ing|ion|ed|e)$/

/** A plural as its singular, or as the beginning of it. What is left of "uses" or "ties" without "es" would begin too many other words. */
function singular(word: string): string {
  if (/\w{2}(?:[xz]|ch|sh|\ws)es$/.test(word)) return word.slice(0, -2)
  if (/\w{3}[^aeiou]ies$/.test(word)) return word.slice(0, -3)
  return word.replace(/(?<=[^siu]|^api|^menu)s$/, '')
}

/** The beginning that the forms of a verb have in common. */
function stem(word: string): string {
  const found = word.replace(ENDING, '')
  if (found.length < STEM_MIN) return word
  const single = found.replace(/([^aeiou])\1$/, '$1')
  // "fill" is no "file", but "cancelled" is "cancel".
  return found === word || (/[ls]$/.test(single) && single.length < STEM_MIN) ? found : single
}

const inEach = (keyword: string, change: (word: string) => string) =>
  keyword
    .trim()
    .split(/\s+/)
    .map((word) => (WORD.test(word) ? change(word.toLowerCase()) : word))
    .join(' ')

/**
 * Keywords that find other forms of the English words in this one, the closest first. They rely on the search for beginnings of words:
 * "deployments" becomes "deployment", then "deploy".
 */
export function otherForms(keyword: string): string[] {
  const given = inEach(keyword, (word) => word)
  const [one, two] = [inEach(keyword, singular), inEach(keyword, (word) => stem(singular(word)))]
  return [...new Set([one, two])].filter((form) => form !== given)
}
