/** Word supports only about this many separate lists; further lists get their numbers as text. */
const MOST_LISTS = 2000
export const INDENT = 420
const HANGING = 360
const levels = [0, 1, 2, 3, 4, 5, 6, 7, 8]
const bullets = ['•', '◦', '▪']

const level = (n: number, format: string, text: string, properties: string, style = '') =>
  `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${style}<w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/>${properties}</w:lvl>`

const indented = (n: number) => `<w:pPr><w:ind w:left="${(n + 1) * INDENT}" w:hanging="${HANGING}"/></w:pPr>`
const abstract = (id: number, kind: string, inside: string) =>
  `<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="${kind}"/>${inside}</w:abstractNum>`

const headings = levels.map((n) => {
  const text = levels
    .slice(0, n + 1)
    .map((one) => `%${one + 1}`)
    .join('.')
  return level(
    n,
    'decimal',
    text,
    '<w:pPr><w:ind w:left="0" w:firstLine="0"/></w:pPr>',
    `<w:pStyle w:val="Heading${n + 1}"/><w:suff w:val="space"/>`,
  )
})
const points = levels.map((n) =>
  level(n, 'bullet', bullets[n % 3]!, `${indented(n)}<w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Arial"/></w:rPr>`),
)
const numbers = levels.map((n) => level(n, 'decimal', `%${n + 1}.`, indented(n)))

/** The lists of a document: headings are list 1, bullets are list 2. Every numbered list has its own number, so that it restarts. */
export class Numbering {
  private readonly starts: { start: number; level: number }[] = []

  /** The id of a new numbered list; undefined when there are too many. */
  ordered(start: number, level: number): number | undefined {
    if (this.starts.length >= MOST_LISTS) return undefined
    return this.starts.push({ start, level }) + 2
  }

  xml(): string {
    const own = this.starts.map(
      ({ start, level }, n) =>
        `<w:num w:numId="${n + 3}"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`,
    )
    const shared = '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    return (
      abstract(0, 'multilevel', headings.join('')) +
      abstract(1, 'hybridMultilevel', points.join('')) +
      abstract(2, 'multilevel', numbers.join('')) +
      shared +
      own.join('')
    )
  }
}
