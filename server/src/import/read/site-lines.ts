const IMPORT = /^import\s([\w$*\s,{}]*)['"][^'"]+['"];?$/
const IMPORT_START = /^import\s[\w\s,]*\{[\w\s,]*$/
const IMPORT_LINES_MAX = 50
/** What can follow an import; other words would make it a sentence. */
const AFTER_IMPORT = /^(?:$|import\s|export\s|[<#:{])/
/** A comment of MDX. */
export const COMMENT = /^\{\/\*.*\*\/\}$/

const ATTRIBUTE = String.raw`(?:[#.][\w:-]+|[\w:-]+=(?:"[^"]*"|'[^']*'|[^\s{}"']+))`
const ATTRIBUTES = String.raw`\{:?[ \t]*${ATTRIBUTE}(?:[ \t]+${ATTRIBUTE})*[ \t]*\}`
/** `{: #id .class }` or `{ #id key=value }`, unlike the `{id}` of a path or a formula in braces. */
const BLOCK_ATTRIBUTES = new RegExp(String.raw`^(?=\{[ \t]*(?:[:#.]|(?:anchor|class|style|data-[\w-]+)=))${ATTRIBUTES}$`)
const DOCSIFY_ID = /^( {0,3}#{1,6}[ \t].*\S)[ \t]+:id=([\w-]+)$/
/** Code in a line; it uses the first group. */
const CODE = String.raw`(?<!\`)(\`+)(?!\`)[^\`]*\1(?!\`)`
const LINK_ATTRIBUTES = new RegExp(String.raw`${CODE}|(\]\([^()\s]*(?:[ \t]+"[^"]*")?\))${ATTRIBUTES}`, 'g')
const HUGO_REF = /\]\(\{\{[<%][ \t]*(?:rel)?ref[ \t]+"([^"<>]*)"[ \t]*[%>]\}\}([^()\s]*)\)/g
const DOCUSAURUS = /^(\s*:{3,}[ \t]*[a-z][\w-]*)\[(.*)\](?:[ \t]*\{[^{}]*\})?$/i
const DOCSIFY = /^([!?])>[ \t]+(.*)$/

/** A mention, or a picture whose title ends with its size. */
const OUTLINE = new RegExp(
  String.raw`${CODE}|(?<=@)\[(?<person>[^[\]]*)\]\(mention:\/\/[^()\s]*\)|` +
    String.raw`(?<picture>!\[[^[\]]*\]\([^()\s"]+) "(?<title>[^"]*?) ?=(?<size>\d{1,4}x\d{1,4})"\)`,
  'g',
)
const OUTLINE_LAYOUT = /^(?:left-50|right-50|full-width)?$/

function outlineLine(line: string): string {
  // An empty paragraph.
  if (line.trim() === '\\') return ''
  if (!line.includes('](mention:') && !line.includes('![')) return line
  return line.replace(OUTLINE, (whole, ...rest) => {
    const { person, picture, title = '', size }: Record<string, string | undefined> = rest.at(-1)
    if (person !== undefined) return person
    if (picture === undefined) return whole
    return OUTLINE_LAYOUT.test(title) ? `${picture} =${size})` : `${picture} "${title}")`
  })
}

/** The lines for a line that begins and ends no block. */
export function plainLine(whole: string, before: string): string[] {
  const line = outlineLine(whole)
  const end = line.trimEnd()
  const braces = end.endsWith('}') ? end.lastIndexOf('{') : -1
  const attributes = braces < 0 ? undefined : BLOCK_ATTRIBUTES.exec(end.slice(braces))?.[0]
  if (attributes) {
    const text = end.slice(0, braces)
    if (text.trim() === '' && /^\{[ \t]*[:.]/.test(attributes)) return []
    const id = /#([\w:-]+)/.exec(attributes)?.[1]
    if (/^ {0,3}#{1,6}[ \t](?:.*[ \t])?$/.test(text)) return [id ? `${text.trimEnd()} {#${id}}` : text.trimEnd()]
  }
  const [, heading, id] = DOCSIFY_ID.exec(end) ?? []
  if (heading) return [`${heading} {#${id}}`]
  const [, mark, text] = DOCSIFY.exec(line) ?? []
  if (mark) return before.startsWith(`${mark}>`) ? [`> ${text}`] : [`> [!${mark === '!' ? 'WARNING' : 'TIP'}]`, `> ${text}`]
  const [, opening, title] = DOCUSAURUS.exec(end) ?? []
  if (opening) return [`${opening} ${title}`]
  const linked = line.includes(']({{') ? line.replace(HUGO_REF, ']($1$2)') : line
  return [linked.includes('){') ? linked.replace(LINK_ATTRIBUTES, (whole, _code, link?: string) => link ?? whole) : linked]
}

/** The number of lines of an import that begins here and is no part of a paragraph; 0 if there is none. */
export function importLines(lines: string[], at: number): number {
  const before = lines[at - 1]?.trim() ?? ''
  if (before !== '' && !/^import\s|^\} from\s/.test(before)) return 0
  const first = lines[at] as string
  let last = at
  if (IMPORT_START.test(first)) {
    while (last < at + IMPORT_LINES_MAX && /^[\s\w,{]*$/.test(lines[last] ?? '-')) last++
    if (!/^\} from ['"][^'"]+['"];?$/.test(lines[last]?.trim() ?? '')) return 0
  } else {
    const names = IMPORT.exec(first.trimEnd())?.[1]?.trim()
    if (names === undefined || (names !== '' && !names.endsWith(' from'))) return 0
  }
  return AFTER_IMPORT.test(lines[last + 1]?.trim() ?? '') ? last + 1 - at : 0
}
