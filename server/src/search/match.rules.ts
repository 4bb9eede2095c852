import { isCjk, type Phrase, tokens } from '../db/search/tokens.ts'

/** Whether the parts of a word stand beside one another here. */
function containsPhrase(all: string[], { tokens: parts, prefix }: Phrase) {
  const last = parts.length - 1
  const fits = (at: number) =>
    parts.every((part, n) => (prefix && n === last ? all[at + n]?.startsWith(part) === true : all[at + n] === part))
  return all.some((_, at) => fits(at))
}

/** The index knows single words and pairs with a Chinese character; that longer ones hold together only the text can tell. */
const needsText = ({ tokens: parts }: Phrase) => parts.length > 2 || (parts.length === 2 && !parts.some(isCjk))

/** Whether a page that the index named holds every phrase as it was typed. */
export function containsAll(title: string, text: string, wanted: Phrase[]): boolean {
  const literals = wanted.flatMap((phrase) => phrase.literal ?? [])
  if (literals.length) {
    const lower = `${title}\n${text}`.toLowerCase()
    if (!literals.every((literal) => lower.includes(literal))) return false
  }
  const doubtful = wanted.filter(needsText)
  if (doubtful.length === 0) return true
  const [inTitle, inText] = [tokens(title), tokens(text)]
  return doubtful.every((phrase) => containsPhrase(inTitle, phrase) || containsPhrase(inText, phrase))
}

/** How much of what was typed stands in one line, 0 to 1. */
export function shareIn(line: string, wanted: Phrase[]): number {
  const lower = line.toLowerCase()
  const all = tokens(line)
  const held = wanted.filter(
    (phrase) => (phrase.tokens.length === 0 || containsPhrase(all, phrase)) && (phrase.literal === null || lower.includes(phrase.literal)),
  )
  return wanted.length ? held.length / wanted.length : 0
}
