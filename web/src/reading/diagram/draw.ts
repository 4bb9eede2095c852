import DOMPurify from 'dompurify'
import mermaid from 'mermaid'
import { themeOf } from './theme.ts'

/* Mermaid colours its drawings by a style element inside. Its rules become a sheet of the document instead, which can load nothing. */
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

/** The drawing of a Mermaid text as a clean element. Throws when Mermaid does not understand the text. */
export async function draw(text: string, id: string, dark: boolean): Promise<SVGElement> {
  const font = getComputedStyle(document.body).fontFamily
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    suppressErrorRendering: true,
    look: 'classic',
    theme: 'base',
    themeVariables: themeOf(dark, font),
    fontFamily: font,
    /* Labels are SVG text: nothing of HTML has to be let through the sanitiser. */
    htmlLabels: false,
    flowchart: { htmlLabels: false },
  })
  /* Texts are measured here, so they need the font they will have. */
  const desk = document.createElement('div')
  desk.style.cssText = `position:absolute;left:-9999px;top:0;width:900px;font:14px ${font}`
  document.body.append(desk)
  try {
    const { svg } = await mermaid.render(id, text, desk)
    const parsed = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
    const rules = [...(parsed?.querySelectorAll('style') ?? [])].map((style) => style.textContent ?? '').join('\n')
    const clean = DOMPurify.sanitize(svg, {
      USE_PROFILES: { svg: true, svgFilters: true },
      // A link in a drawing places what is in it, and leads nowhere.
      FORBID_TAGS: ['style', 'image'],
      FORBID_ATTR: ['href', 'xlink:href', 'target'],
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
