import DOMPurify from 'dompurify'
import mermaid from 'mermaid'

const FONT = '"Inter Variable", "PingFang SC", "Noto Sans SC", "Microsoft YaHei", system-ui, sans-serif'

/* Mermaid colours its drawings by a style element inside; our pages allow none, so its rules become a sheet of the document. */
const sheets = new Map<string, CSSStyleSheet>()

function adopt(id: string, rules: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  sheets.set(id, sheet)
  /* Rules of drawings that are no longer on the page go. */
  for (const known of sheets.keys()) if (known !== id && !document.getElementById(known)) sheets.delete(known)
  const ours = new Set(sheets.values())
  const others = document.adoptedStyleSheets.filter((one) => !('sheafDiagram' in one) || ours.has(one))
  Object.assign(sheet, { sheafDiagram: true })
  document.adoptedStyleSheets = [...others, sheet]
}

const themeOf = (dark: boolean) => {
  const style = getComputedStyle(document.documentElement)
  const token = (light: string, night: string) => (dark ? night : light)
  return {
    darkMode: dark,
    fontFamily: FONT,
    fontSize: style.getPropertyValue('--t-14').trim() || '14px',
    background: token('#fffefc', '#181c19'),
    mainBkg: token('#f7f5f0', '#222723'),
    primaryColor: token('#e6f1ea', '#1d3229'),
    primaryTextColor: token('#1d1c18', '#e6e8e2'),
    primaryBorderColor: token('#a9d0bd', '#2f5e4a'),
    secondaryColor: token('#e7eff8', '#1c2a3a'),
    tertiaryColor: token('#faf0d9', '#352a16'),
    lineColor: token('#67645a', '#969c92'),
    textColor: token('#1d1c18', '#e6e8e2'),
    nodeBorder: token('#a9d0bd', '#2f5e4a'),
    noteBkgColor: token('#faf0d9', '#352a16'),
    noteBorderColor: token('#e5e2d9', '#3a423b'),
    noteTextColor: token('#1d1c18', '#e6e8e2'),
    edgeLabelBackground: token('#fffefc', '#181c19'),
  }
}

/** The drawing of a Mermaid text as a clean element. Throws when Mermaid does not understand the text. */
export async function draw(text: string, id: string, dark: boolean): Promise<SVGElement> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    theme: 'base',
    themeVariables: themeOf(dark),
    fontFamily: FONT,
    flowchart: { htmlLabels: false, useMaxWidth: true },
    htmlLabels: false,
    sequence: { useMaxWidth: true },
    mindmap: { useMaxWidth: true },
  })
  /* Texts are measured here, so they need the font they will have. */
  const desk = document.createElement('div')
  desk.style.cssText = `position:absolute;left:-9999px;top:0;width:900px;font:14px ${FONT}`
  document.body.append(desk)
  try {
    const { svg } = await mermaid.render(id, text, desk)
    const parsed = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
    const rules = [...(parsed?.querySelectorAll('style') ?? [])].map((style) => style.textContent ?? '').join('\n')
    const clean = DOMPurify.sanitize(svg, {
      USE_PROFILES: { svg: true, svgFilters: true, html: true },
      ADD_TAGS: ['foreignObject'],
      HTML_INTEGRATION_POINTS: { foreignobject: true },
      FORBID_TAGS: ['style', 'script', 'a'],
      RETURN_DOM_FRAGMENT: true,
    })
    const drawing = clean.querySelector('svg')
    if (!drawing) throw new Error('nothing drawn')
    adopt(id, rules)
    return document.importNode(drawing, true)
  } finally {
    desk.remove()
  }
}
