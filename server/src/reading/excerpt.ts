/** Characters of a description. */
const DESCRIPTION_MAX = 160
/** Characters of the HTML in which the beginning of the text and the first pictures are looked for. */
const START_CHARS = 20_000
const PICTURES_MAX = 5

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function decoded(whole: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
}

/** The text of HTML that our renderer made, as a reader sees it. Formulas are left out: their markup repeats them. */
const textOf = (html: string) =>
  html
    .replace(/<(math|svg|script|style|button)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replace(/<\/?(?:a|b|code|del|em|i|ins|mark|s|span|strong|sub|sup|u)\b[^<>]*>/gi, '')
    .replace(/<[^<>]*(?:>|$)/g, ' ')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decoded)
    .replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ')
    .trim()

const SAMPLES = '<section class="call-side">'
const SAMPLES_END = '</section>'

/** Code samples are no description of a page. An author can write the same opening many times, so it is looked for once. */
function withoutSamples(html: string): string {
  const from = html.indexOf(SAMPLES)
  const to = from < 0 ? -1 : html.indexOf(SAMPLES_END, from)
  return to < 0 ? html : html.slice(0, from) + html.slice(to + SAMPLES_END.length)
}

/** The first characters of an article, without a heading that repeats its title. */
export function excerptOf(html: string, title: string): string {
  const start = withoutSamples(html).slice(0, START_CHARS)
  const heading = /^\s*<h1\b[^>]*>([\s\S]*?)<\/h1>/i.exec(start)
  const body = heading && textOf(heading[1] ?? '').startsWith(title.trim()) ? start.slice(heading[0].length) : start
  const text = textOf(body).toWellFormed()
  const signs = [...text.slice(0, 4 * DESCRIPTION_MAX)]
  return signs.length <= DESCRIPTION_MAX
    ? text
    : `${signs
        .slice(0, DESCRIPTION_MAX - 1)
        .join('')
        .trimEnd()}…`
}

/** The addresses of the first pictures of an article. */
export const firstPictures = (html: string): string[] =>
  [...html.slice(0, START_CHARS).matchAll(/<img\b[^>]*?\ssrc="([^"]{1,2000})"/gi)]
    .slice(0, PICTURES_MAX)
    .map(([, address = '']) => address.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, decoded))
