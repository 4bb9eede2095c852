import type { Language } from '../lib/language.ts'
import { escapeCell, escapeLine, fenced, parts, table } from '../lib/markdown.ts'
import type { RecordPage, TargetPage } from '../pages/run.ts'
import type { Source } from './collect.ts'
import type { Comment } from './comments.ts'
import { blockText, exampleBlock, fieldTable } from './markdown.ts'
import { commentPageWords, pageWords } from './words.ts'

/** Methods whose parameters are in the query string. */
const WITH_QUERY = /^(?:get|head|delete|options)$/i

/** The page of a comment, identical to the page that the site creates from the same source. */
export function pageText(comment: Comment, language: Language): string {
  const words = pageWords(language)
  const { method, param, json_param, header, return_param, remark } = comment
  const [url = '', ...others] = comment.url
  const isQuery = WITH_QUERY.test(method) && !json_param
  // `Get` becomes `GET`; any other method is kept as written.
  const name = /^[A-Z][a-z]/.test(method) ? method.toUpperCase() : method
  const address = `${name} ${url}`.replace(/[\s\0]+/g, ' ').trim()
  const section = (title: string, ...texts: string[]) => (texts.some(Boolean) ? [`## ${title}`, ...texts] : [])
  const params = fieldTable(param, true, words)
  return parts(
    blockText([comment.description, ...others.map((address) => `- ${address}`)].join('\n').trim()),
    address && fenced(address, 'endpoint'),
    ...(isQuery ? section(words.query, params) : []),
    ...section(words.headers, fieldTable(header, true, words)),
    ...section(words.body, isQuery ? '' : params, exampleBlock(json_param)),
    ...section(words.response, fieldTable(return_param, false, words), exampleBlock(comment.return)),
    ...section(words.notes, remark.trim()),
  )
}

export const commentPages = (sources: Source[], language: Language): TargetPage[] =>
  sources.map(({ comment, place, number, file }) => ({
    place,
    number,
    // Without the line number: it changes with every edit above, and the record would change too.
    from: file,
    title: comment.title,
    text: () => pageText(comment, language),
  }))

/** The list of pages and their source files. Each set of sources in an item has its own list. */
export function sourceList(sources: Source[], name: string): RecordPage {
  const titleIn = (language: Language) => commentPageWords(language).title + (name ? ` (${name})` : '')
  return {
    place: [],
    titles: { en: titleIn('en'), zh: titleIn('zh') },
    // After all other pages.
    number: 100_000,
    text: (linkTo, language) => {
      const words = commentPageWords(language)
      const rows = sources.map(({ comment: { title }, place, file }) => {
        const address = linkTo(place, title)
        const text = escapeLine(title)
        return [address ? `[${text}](${address})` : text, escapeCell(place.join(' / ')), escapeCell(file)]
      })
      return parts(words.intro, table([words.page, words.catalog, words.source], rows))
    },
  }
}
