import { namespaces, XML } from './xml.ts'

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

/** Names that Word knows by itself. */
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
/** Headings of the tree count themselves; those in a text look alike, have the same place in the outline and no number. */
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

/** styles.xml. Fonts are named and not brought: Word and others have them, or take one of the same kind. */
export function stylesXml(language: 'en' | 'zh'): string {
  const languages = `<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/>`
  const hint = language === 'zh' ? TEXT.replace('/>', ' w:hint="eastAsia"/>') : TEXT
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
