import { factsOf, type Language } from '@sheaf/contract/languages'
import type { WordWords } from '../word.words.ts'
import { relationXml } from './relations.ts'
import { escapeXml, fieldXml, namespaces, XML } from './xml.ts'

const fonts = (latin: string, chinese = 'Microsoft YaHei') =>
  `<w:rFonts w:ascii="${latin}" w:hAnsi="${latin}" w:eastAsia="${chinese}" w:cs="Arial"/>`
const TEXT = fonts('Calibri')
const CODE = fonts('Consolas')
const INK = '1F2937'

interface Style {
  id: string
  name: string
  based?: string
  next?: string
  paragraph?: string
  run?: string
  rest?: string
}

/** Names of Word's built-in styles. */
const known = /^(?:Normal|Title|Subtitle|Quote|header|footer|footnote text|List Paragraph|TOC Heading|heading \d|toc \d)$/

const written = ({ id, name, based = 'Normal', next, paragraph = '', run = '', rest = '' }: Style) =>
  `<w:style w:type="paragraph"${known.test(name) ? '' : ' w:customStyle="1"'} w:styleId="${id}"><w:name w:val="${name}"/>` +
  `${id === 'Normal' ? '' : `<w:basedOn w:val="${based}"/>`}${next ? `<w:next w:val="${next}"/>` : ''}${rest}<w:qFormat/>` +
  `${paragraph && `<w:pPr>${paragraph}</w:pPr>`}${run && `<w:rPr>${run}</w:rPr>`}</w:style>`

const spacing = (before: number, after: number, line = 0) =>
  `<w:spacing w:before="${before}" w:after="${after}"${line ? ` w:line="${line}" w:lineRule="auto"` : ''}/>`
const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
const color = (hex: string) => `<w:color w:val="${hex}"/>`
const border = (side: string, hex: string, width: number, space: number) =>
  `<w:${side} w:val="single" w:sz="${width}" w:space="${space}" w:color="${hex}"/>`
const fill = (hex: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${hex}"/>`

const headingSizes = [34, 29, 26, 24, 22, 21, 21, 21, 21]
/** Headings of the tree are numbered. Headings in a text have the same formatting and outline level, but no number. */
const headings = headingSizes.flatMap((half, n): Style[] => {
  const [level, before] = [n + 1, Math.max(160, 380 - n * 50)]
  const look = `<w:b/>${color(n < 2 ? '0F2A4A' : INK)}${size(half)}`
  const properties = `<w:keepNext/><w:keepLines/>`
  return [
    {
      id: `Heading${level}`,
      name: `heading ${level}`,
      next: 'Normal',
      paragraph: `${properties}<w:numPr>${n ? `<w:ilvl w:val="${n}"/>` : ''}<w:numId w:val="1"/></w:numPr>${spacing(before, 120)}<w:outlineLvl w:val="${n}"/>`,
      run: look,
    },
    {
      id: `TextHeading${level}`,
      name: `Text Heading ${level}`,
      next: 'Normal',
      paragraph: `${properties}${spacing(before, 100)}<w:outlineLvl w:val="${n}"/>`,
      run: look,
    },
  ]
})

const code = `<w:pBdr>${['top', 'left', 'bottom', 'right'].map((side) => border(side, 'E4E7EC', 4, 5)).join('')}</w:pBdr>${fill('F6F8FA')}`
const noHyphens = '<w:suppressAutoHyphens/>'

const paragraphs: Style[] = [
  { id: 'Normal', name: 'Normal', paragraph: spacing(0, 140, 300) },
  { id: 'Title', name: 'Title', paragraph: `${spacing(3600, 240)}<w:jc w:val="center"/>`, run: `<w:b/>${color('0F2A4A')}${size(60)}` },
  { id: 'Subtitle', name: 'Subtitle', paragraph: `${spacing(0, 240)}<w:jc w:val="center"/>`, run: `${color('475467')}${size(26)}` },
  { id: 'TOCHeading', name: 'TOC Heading', paragraph: `<w:keepNext/>${spacing(0, 240)}`, run: `<w:b/>${color('0F2A4A')}${size(34)}` },
  ...headings,
  ...[1, 2, 3, 4].map((level) => ({
    id: `TOC${level}`,
    name: `toc ${level}`,
    paragraph: `<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9296"/></w:tabs>${spacing(level === 1 ? 100 : 20, 20)}<w:ind w:left="${(level - 1) * 320}" w:right="400"/>`,
    run: level === 1 ? '<w:b/>' : '',
  })),
  { id: 'ListParagraph', name: 'List Paragraph', paragraph: spacing(0, 60, 300) },
  {
    id: 'Quote',
    name: 'Quote',
    paragraph: `<w:pBdr>${border('left', 'CBD5E1', 18, 10)}</w:pBdr>${spacing(0, 120, 300)}`,
    run: color('475467'),
  },
  {
    id: 'Code',
    name: 'Code',
    paragraph: `${code}${noHyphens}${spacing(100, 200, 252)}<w:ind w:right="100"/><w:jc w:val="left"/>`,
    run: `${CODE}<w:noProof/>${color('24292F')}${size(18)}`,
  },
  { id: 'CodeLabel', name: 'Code Label', paragraph: `<w:keepNext/>${spacing(120, 40)}`, run: `${CODE}${color('667085')}${size(17)}` },
  { id: 'Endpoint', name: 'Endpoint', paragraph: `${fill('F6F8FA')}${spacing(60, 120)}` },
  { id: 'TableText', name: 'Table Text', paragraph: spacing(30, 30, 264), run: size(19) },
  { id: 'BoxTitle', name: 'Box Title', paragraph: `<w:keepNext/>${spacing(0, 60)}` },
  { id: 'PageContents', name: 'Page Contents', paragraph: spacing(0, 30) },
  { id: 'Gap', name: 'Gap', paragraph: '<w:spacing w:before="0" w:after="0" w:line="160" w:lineRule="exact"/>', run: size(8) },
  { id: 'FootnoteText', name: 'footnote text', paragraph: spacing(0, 20), run: size(18) },
  {
    id: 'Header',
    name: 'header',
    paragraph: `<w:pBdr>${border('bottom', 'E4E7EC', 4, 4)}</w:pBdr>${spacing(0, 0)}`,
    run: `${color('667085')}${size(17)}`,
  },
  { id: 'Footer', name: 'footer', paragraph: `${spacing(0, 0)}<w:jc w:val="center"/>`, run: `${color('667085')}${size(17)}` },
]

const character = (id: string, name: string, run: string) =>
  `<w:style w:type="character" w:styleId="${id}"><w:name w:val="${name}"/><w:rPr>${run}</w:rPr></w:style>`
const lines = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => border(side, 'D0D5DD', 4, 0)).join('')
const margins =
  '<w:tblCellMar><w:top w:w="30" w:type="dxa"/><w:left w:w="100" w:type="dxa"/><w:bottom w:w="30" w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar>'
const table = (id: string, name: string, isDefault: boolean, properties: string) =>
  `<w:style w:type="table"${isDefault ? ' w:default="1"' : ''} w:styleId="${id}"><w:name w:val="${name}"/>${isDefault ? '' : '<w:basedOn w:val="TableNormal"/>'}` +
  `<w:tblPr>${properties}</w:tblPr></w:style>`

/** styles.xml. Fonts are referenced, not embedded: programs have them or use a similar font. */
export function stylesXml(language: Language): string {
  const languages = `<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/>`
  const hint = factsOf(language).han ? TEXT.replace('/>', ' w:hint="eastAsia"/>') : TEXT
  return (
    `${XML}<w:styles ${namespaces}><w:docDefaults><w:rPrDefault><w:rPr>${hint}${color(INK)}${size(21)}${languages}</w:rPr></w:rPrDefault>` +
    `<w:pPrDefault/></w:docDefaults>${paragraphs.map(written).join('').replace('w:type="paragraph" w:styleId="Normal"', 'w:type="paragraph" w:default="1" w:styleId="Normal"')}` +
    character('Hyperlink', 'Hyperlink', `${color('0B57D0')}<w:u w:val="single"/>`) +
    character('InlineCode', 'Inline Code', `${CODE}<w:noProof/>${color('9A3412')}${size(19)}${fill('F3F4F6')}`) +
    character('FootnoteReference', 'footnote reference', '<w:vertAlign w:val="superscript"/>') +
    table('TableNormal', 'Normal Table', true, '<w:tblInd w:w="0" w:type="dxa"/>') +
    table('TableGrid', 'Table Grid', false, `<w:tblBorders>${lines}</w:tblBorders>${margins}`) +
    '</w:styles>'
  )
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const packageSchema = 'http://schemas.openxmlformats.org/package/2006'

const parts: [string, string][] = [
  ['document', `${word}.document.main+xml`],
  ...['styles', 'numbering', 'settings', 'fontTable', 'footnotes', 'header', 'footer'].map((name): [string, string] => [
    name,
    `${word}.${name}+xml`,
  ]),
]
const pictures = ['png', 'jpeg', 'gif', 'bmp']

export const contentTypesXml =
  `${XML}<Types xmlns="${packageSchema}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  pictures.map((kind) => `<Default Extension="${kind}" ContentType="image/${kind}"/>`).join('') +
  parts.map(([name, type]) => `<Override PartName="/word/${name}.xml" ContentType="${type}"/>`).join('') +
  '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>' +
  '<Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>'

export const relationsBegin = `${XML}<Relationships xmlns="${packageSchema}/relationships">`
export const relationsEnd = '</Relationships>'

export const packageRelationsXml =
  relationsBegin +
  relationXml('rId1', 'officeDocument', 'word/document.xml') +
  `<Relationship Id="rId2" Type="${packageSchema}/relationships/metadata/core-properties" Target="docProps/core.xml"/>` +
  relationXml('rId3', 'extended-properties', 'docProps/app.xml') +
  relationsEnd

/** Relations of the document to its fixed parts; the relations of its text follow. */
export const documentRelations = ['styles', 'numbering', 'settings', 'fontTable', 'footnotes', 'header', 'footer']
  .map((name) => relationXml(`part-${name}`, name, `${name}.xml`))
  .join('')

export function coreXml(title: string, description: string, language: Language, now: Date): string {
  const time = `${now.toISOString().slice(0, 19)}Z`
  const at = (name: string) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${time}</dcterms:${name}>`
  return (
    `${XML}<cp:coreProperties xmlns:cp="${packageSchema}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeXml(title)}</dc:title><dc:creator>Sheaf</dc:creator><dc:description>${escapeXml(description)}</dc:description>` +
    `${at('created')}${at('modified')}<dc:language>${factsOf(language).region}</dc:language></cp:coreProperties>`
  )
}

export const appXml = `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Sheaf</Application></Properties>`

/** settings.xml. Word updates the fields when it opens a document with a table of contents, because that shows page numbers. */
export const settingsXml = (hasContents: boolean) =>
  `${XML}<w:settings ${namespaces}><w:zoom w:percent="100"/><w:defaultTabStop w:val="420"/>` +
  `<w:characterSpacingControl w:val="compressPunctuation"/>${hasContents ? '<w:updateFields w:val="true"/>' : ''}<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>` +
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>' +
  '<m:mathPr><m:mathFont m:val="Cambria Math"/></m:mathPr><w:themeFontLang w:val="en-US" w:eastAsia="zh-CN"/></w:settings>'

const font = (name: string, other: string, panose: string, charset: string, family: string, pitch: string) =>
  `<w:font w:name="${name}">${other && `<w:altName w:val="${other}"/>`}<w:panose1 w:val="${panose}"/><w:charset w:val="${charset}"/><w:family w:val="${family}"/><w:pitch w:val="${pitch}"/></w:font>`

/** fontTable.xml describes each font, so that a machine without it selects a similar font. */
export const fontTableXml =
  `${XML}<w:fonts ${namespaces}>` +
  font('Calibri', '', '020F0502020204030204', '00', 'swiss', 'variable') +
  font('Microsoft YaHei', '微软雅黑', '020B0503020204020204', '86', 'swiss', 'variable') +
  font('DengXian', '等线', '02010600030101010101', '86', 'auto', 'variable') +
  font('Consolas', '', '020B0609020204030204', '00', 'modern', 'fixed') +
  font('Cambria Math', '', '02040503050406030204', '00', 'roman', 'variable') +
  font('Segoe UI Symbol', '', '020B0502040204020203', '00', 'swiss', 'variable') +
  '</w:fonts>'

const separator = (id: number, name: string) =>
  `<w:footnote w:type="${name}" w:id="${id}"><w:p><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:r><w:${name}/></w:r></w:p></w:footnote>`

export const footnotesBegin = `${XML}<w:footnotes ${namespaces}>${separator(-1, 'separator')}${separator(0, 'continuationSeparator')}`
export const footnotesEnd = '</w:footnotes>'

export const headerXml = (title: string) =>
  `${XML}<w:hdr ${namespaces}><w:p><w:pPr><w:pStyle w:val="Header"/></w:pPr><w:r><w:t xml:space="preserve">${escapeXml(title)}</w:t></w:r></w:p></w:hdr>`

export function footerXml(words: WordWords): string {
  const fields: Record<string, string> = { PAGE: fieldXml('PAGE', '1'), NUMPAGES: fieldXml('NUMPAGES', '1') }
  const runs = words.page('PAGE', 'NUMPAGES').map((part) => fields[part] ?? (part && `<w:r><w:t xml:space="preserve">${part}</w:t></w:r>`))
  return `${XML}<w:ftr ${namespaces}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>${runs.join('')}</w:p></w:ftr>`
}
