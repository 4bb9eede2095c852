import { escapeCell, escapeLine } from '../lib/escape.ts'
import type { Language } from '../lib/language.ts'
import { parts, table } from '../lib/table.ts'
import type { RecordPage, Wanted } from '../pages/wanted.ts'
import type { Source } from './collect.ts'
import { commentPageWords } from './comment-pages.words.ts'
import { pageText } from './page-text.ts'

export const commentPages = (sources: Source[], language: Language): Wanted[] =>
  sources.map(({ comment, place, number, file }) => ({
    // Without the line: that one changes with every edit above, and what is written down would change with it.
    ...{ place, number, from: file, title: comment.title },
    text: () => pageText(comment, language),
  }))

/** The list of what was made from which file; several sets of sources in one item have a list each. */
export function sourceList(sources: Source[], name: string): RecordPage {
  const titled = (language: Language) => commentPageWords(language).title + (name ? ` (${name})` : '')
  return {
    place: [],
    titles: { en: titled('en'), zh: titled('zh') },
    // Behind everything that somebody wrote.
    number: 100_000,
    text: (linkTo, language) => {
      const words = commentPageWords(language)
      const rows = sources.map(({ comment: { title }, place, file }) => {
        const address = linkTo(place, title)
        const shown = escapeLine(title)
        return [address ? `[${shown}](${address})` : shown, escapeCell(place.join(' / ')), escapeCell(file)]
      })
      return parts(words.intro, table([words.page, words.catalog, words.source], rows))
    },
  }
}
