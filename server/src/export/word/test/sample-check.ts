/** Child elements in schema order; Word repairs or rejects a document with another order. */
const orders: Record<string, string> = {
  'w:pPr': 'pStyle keepNext keepLines pageBreakBefore widowControl numPr pBdr shd tabs suppressAutoHyphens spacing ind jc outlineLvl rPr',
  'w:rPr': 'rStyle rFonts b i strike noProof color sz szCs u shd vertAlign lang',
  'w:tblPr': 'tblStyle tblW tblInd tblBorders tblLayout tblCellMar tblLook',
  'w:tcPr': 'tcW gridSpan vMerge shd',
  'w:trPr': 'cantSplit tblHeader',
  'w:lvl': 'start numFmt pStyle suff lvlText lvlJc pPr rPr',
  'w:sectPr': 'headerReference footerReference pgSz pgMar titlePg',
  'w:settings': 'zoom defaultTabStop characterSpacingControl updateFields footnotePr compat mathPr themeFontLang',
  'w:style': 'name basedOn next qFormat pPr rPr tblPr',
  'w:font': 'altName panose1 charset family pitch',
  'm:naryPr': 'chr limLoc subHide supHide',
  'm:dPr': 'begChr sepChr endChr',
  'm:mPr': 'plcHide mcs',
}

const tag = /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/y
const entity = /&(?!(?:amp|lt|gt|quot);)/

interface Open {
  name: string
  children: string[]
}

function misplaced({ name, children }: Open): string | undefined {
  const order = orders[name]?.split(' ')
  if (name === 'w:tc') return children.at(-1) === 'w:p' ? undefined : 'a cell that does not end with a paragraph'
  if (!order) return undefined
  const places = children.map((child) => order.indexOf(child.replace(/^\w+:/, '')))
  const wrong = places.findIndex((place, n) => place < 0 || (n > 0 && place <= places[n - 1]!))
  return wrong < 0 ? undefined : `${children[wrong]} in ${name} among ${children.join(' ')}`
}

/** Problems of a part: XML that is not well-formed, and children out of order. */
export function problemsOf(xml: string): string[] {
  const problems: string[] = []
  const open: Open[] = []
  let at = xml.startsWith('<?xml') ? xml.indexOf('?>') + 2 : 0
  while (at < xml.length && problems.length < 5) {
    const next = xml.indexOf('<', at)
    const text = xml.slice(at, next < 0 ? undefined : next)
    if (entity.test(text) || (open.length === 0 && text.trim() !== '')) problems.push(`text: ${text.slice(0, 80)}`)
    if (next < 0) break
    tag.lastIndex = next
    const [whole, closes, name = '', attributes = '', empty] = tag.exec(xml) ?? []
    if (whole === undefined) return [...problems, `no tag: ${xml.slice(next, next + 80)}`]
    if (entity.test(attributes)) problems.push(`attribute: ${attributes.slice(0, 80)}`)
    at = next + whole.length
    if (!closes) open.at(-1)?.children.push(name)
    if (!closes && !empty) open.push({ name, children: [] })
    const closed = closes ? open.pop() : undefined
    if (closes && closed?.name !== name) return [...problems, `${name} closes ${closed?.name}`]
    const order = closed && misplaced(closed)
    if (order) problems.push(order)
  }
  return open.length > 0 ? [...problems, `${open.at(-1)!.name} is open`] : problems
}

/** The first group of every match. */
export const valuesOf = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].map(([, value = '']) => value)

/** The text of a part, one paragraph per line. */
export const wordsOf = (xml: string) =>
  xml
    .replace(/<w:instrText[^>]*>[^<]*<\/w:instrText>/g, '')
    .replace(/<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
