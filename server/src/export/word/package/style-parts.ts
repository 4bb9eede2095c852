const fonts = (latin: string, chinese = 'Microsoft YaHei') =>
  `<w:rFonts w:ascii="${latin}" w:hAnsi="${latin}" w:eastAsia="${chinese}" w:cs="Arial"/>`
export const TEXT = fonts('Calibri')
export const CODE = fonts('Consolas')
export const INK = '1F2937'

export interface Style {
  id: string
  name: string
  based?: string
  next?: string
  paragraph?: string
  run?: string
  rest?: string
}

/** Names that Word knows by itself. */
const known = /^(?:Normal|Title|Subtitle|Quote|header|footer|footnote text|List Paragraph|TOC Heading|heading \d|toc \d)$/

export const written = ({ id, name, based = 'Normal', next, paragraph = '', run = '', rest = '' }: Style) =>
  `<w:style w:type="paragraph"${known.test(name) ? '' : ' w:customStyle="1"'} w:styleId="${id}"><w:name w:val="${name}"/>` +
  `${id === 'Normal' ? '' : `<w:basedOn w:val="${based}"/>`}${next ? `<w:next w:val="${next}"/>` : ''}${rest}<w:qFormat/>` +
  `${paragraph && `<w:pPr>${paragraph}</w:pPr>`}${run && `<w:rPr>${run}</w:rPr>`}</w:style>`

export const spacing = (before: number, after: number, line = 0) =>
  `<w:spacing w:before="${before}" w:after="${after}"${line ? ` w:line="${line}" w:lineRule="auto"` : ''}/>`
export const size = (halfPoints: number) => `<w:sz w:val="${halfPoints}"/><w:szCs w:val="${halfPoints}"/>`
export const color = (hex: string) => `<w:color w:val="${hex}"/>`
export const border = (side: string, hex: string, width: number, space: number) =>
  `<w:${side} w:val="single" w:sz="${width}" w:space="${space}" w:color="${hex}"/>`
export const fill = (hex: string) => `<w:shd w:val="clear" w:color="auto" w:fill="${hex}"/>`
