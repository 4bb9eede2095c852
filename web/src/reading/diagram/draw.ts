import DOMPurify from 'dompurify'
import mermaid from 'mermaid'

/* Mermaid computes with its colours and cannot use CSS variables. These values repeat those of tokens.css. */
const paper = { light: '#fffefc', dark: '#181c19' }
const sunken = { light: '#f7f5f0', dark: '#222723' }
const ink = { light: '#1d1c18', dark: '#e6e8e2' }
const quiet = { light: '#67645a', dark: '#969c92' }
const line = { light: '#d6d2c6', dark: '#3a423b' }
const accentSoft = { light: '#e6f1ea', dark: '#1d3229' }
const accentLine = { light: '#a9d0bd', dark: '#2f5e4a' }
const note = { light: '#faf0d9', dark: '#352a16' }
/* The six colours of the item icons, as background colours. */
const pigments = {
  light: ['#e1efe7', '#e3ecf6', '#f8ecd0', '#f9e6e1', '#ece6f6', '#e7eae4'],
  dark: ['#1e352b', '#1e2c3d', '#352b17', '#3a2520', '#2b2539', '#29302b'],
}

/** Mermaid's theme variables with the colours of the design system. */
function themeOf(dark: boolean, fontFamily: string): Record<string, unknown> {
  const tone = dark ? 'dark' : 'light'
  const scale = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [
      [`cScale${at}`, pigments[tone][at % 6]],
      [`cScaleLabel${at}`, ink[tone]],
      [`cScaleInv${at}`, line[tone]],
    ]).flat(),
  )
  return {
    ...scale,
    darkMode: dark,
    dropShadow: 'none',
    fontFamily,
    fontSize: '14px',
    background: paper[tone],
    mainBkg: sunken[tone],
    primaryColor: accentSoft[tone],
    primaryTextColor: ink[tone],
    primaryBorderColor: accentLine[tone],
    secondaryColor: pigments[tone][1],
    tertiaryColor: pigments[tone][2],
    git0: pigments[tone][0],
    gitBranchLabel0: ink[tone],
    lineColor: quiet[tone],
    textColor: ink[tone],
    nodeBorder: accentLine[tone],
    clusterBkg: paper[tone],
    clusterBorder: line[tone],
    actorBkg: sunken[tone],
    actorBorder: accentLine[tone],
    actorLineColor: line[tone],
    rowOdd: paper[tone],
    rowEven: paper[tone],
    noteBkgColor: note[tone],
    noteBorderColor: line[tone],
    noteTextColor: ink[tone],
    edgeLabelBackground: paper[tone],
  }
}

/* Mermaid puts a style element into each drawing. Its rules become a constructed style sheet instead, which cannot load resources. */
const sheets = new Map<string, CSSStyleSheet>()

function adopt(id: string, rules: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules)
  sheets.set(id, sheet)
  /* Remove the rules of drawings that are no longer in the document. */
  for (const drawingId of sheets.keys()) if (drawingId !== id && !document.getElementById(drawingId)) sheets.delete(drawingId)
  const ours = new Set(sheets.values())
  const others = document.adoptedStyleSheets.filter((one) => !('sheafDiagram' in one) || ours.has(one))
  Object.assign(sheet, { sheafDiagram: true })
  document.adoptedStyleSheets = [...others, sheet]
}

/** A wide drawing shrinks to this part of its size, where its text has 10 pixels; below that its box scrolls. */
const LEAST_SCALE = 0.72

const widthOf = (drawing: Element) => Number(drawing.getAttribute('viewBox')?.split(/[ ,]+/)[2]) || 0

/** Draws a Mermaid text and returns a sanitised element. Throws when Mermaid cannot parse the text. */
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
    /* Labels are SVG text, so the sanitiser can refuse all HTML. */
    htmlLabels: false,
    // The boxes of tables use the width of flowcharts, and break names that are wider. A least width breaks names as well.
    flowchart: { htmlLabels: false, ...(/^\s*erDiagram\b/.test(text) && { wrappingWidth: 600 }) },
    er: { minEntityWidth: 0 },
  })
  /* Mermaid measures texts in this element, so it needs their final font. */
  const measureBox = document.createElement('div')
  measureBox.style.cssText = `position:absolute;left:-9999px;top:0;width:900px;font:14px ${font}`
  document.body.append(measureBox)
  try {
    const { svg } = await mermaid.render(id, text, measureBox)
    const parsed = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg')
    const rules = [...(parsed?.querySelectorAll('style') ?? [])].map((style) => style.textContent ?? '').join('\n')
    const clean = DOMPurify.sanitize(svg, {
      USE_PROFILES: { svg: true, svgFilters: true },
      // Links keep their content in place but lose their target.
      FORBID_TAGS: ['style', 'image'],
      FORBID_ATTR: ['href', 'xlink:href', 'target'],
      RETURN_DOM_FRAGMENT: true,
    })
    const drawing = clean.querySelector('svg')
    if (!drawing) throw new Error('nothing drawn')
    adopt(id, rules)
    const made = document.importNode(drawing, true)
    made.style.setProperty('--least', `${Math.round(widthOf(drawing) * LEAST_SCALE)}px`)
    return made
  } finally {
    measureBox.remove()
  }
}
