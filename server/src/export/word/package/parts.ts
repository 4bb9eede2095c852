import type { WordWords } from '../word.words.ts'
import { relationXml } from './relations.ts'
import { escapeXml, fieldXml, namespaces, XML } from './xml.ts'

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

/** The document's relations to its own parts; those that its text needs come after. */
export const documentRelations = ['styles', 'numbering', 'settings', 'fontTable', 'footnotes', 'header', 'footer']
  .map((name) => relationXml(`part-${name}`, name, `${name}.xml`))
  .join('')

export function coreXml(title: string, description: string, language: 'en' | 'zh', now: Date): string {
  const time = `${now.toISOString().slice(0, 19)}Z`
  const at = (name: string) => `<dcterms:${name} xsi:type="dcterms:W3CDTF">${time}</dcterms:${name}>`
  return (
    `${XML}<cp:coreProperties xmlns:cp="${packageSchema}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" ` +
    'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `<dc:title>${escapeXml(title)}</dc:title><dc:creator>Sheaf</dc:creator><dc:description>${escapeXml(description)}</dc:description>` +
    `${at('created')}${at('modified')}<dc:language>${language === 'zh' ? 'zh-CN' : 'en-US'}</dc:language></cp:coreProperties>`
  )
}

export const appXml = `${XML}<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Application>Sheaf</Application></Properties>`

/** Fields are worked out when the document is opened, if there are some that show page numbers. */
export const settingsXml = (hasContents: boolean) =>
  `${XML}<w:settings ${namespaces}><w:zoom w:percent="100"/><w:defaultTabStop w:val="420"/>` +
  `<w:characterSpacingControl w:val="compressPunctuation"/>${hasContents ? '<w:updateFields w:val="true"/>' : ''}<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>` +
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>' +
  '<m:mathPr><m:mathFont m:val="Cambria Math"/></m:mathPr><w:themeFontLang w:val="en-US" w:eastAsia="zh-CN"/></w:settings>'

const font = (name: string, other: string, panose: string, charset: string, family: string, pitch: string) =>
  `<w:font w:name="${name}">${other && `<w:altName w:val="${other}"/>`}<w:panose1 w:val="${panose}"/><w:charset w:val="${charset}"/><w:family w:val="${family}"/><w:pitch w:val="${pitch}"/></w:font>`

/** Says of each font what it is like, so that a machine without it takes one of the same kind. */
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
