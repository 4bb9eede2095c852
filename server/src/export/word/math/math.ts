import { runXml } from '../blocks/look.ts'
import { paragraphXml } from '../blocks/paragraph.ts'
import type { Page } from '../page.ts'
import type { Place } from '../types.ts'
import { mathXml } from './convert.ts'

/** Formulas of one page that are worked out; more are shown as they were typed. */
const FORMULAS_MAX = 4000
const counted = new WeakMap<Page['parts'], number>()

function formula(page: Page, tex: string, display: boolean): string | undefined {
  const count = (counted.get(page.parts) ?? 0) + 1
  counted.set(page.parts, count)
  const math = count > FORMULAS_MAX ? undefined : page.book.formula(tex, display)
  return math === undefined ? undefined : mathXml(math)
}

/** An equation in a line; the text as it was typed when Word has no words for it. */
export function mathRun(page: Page, tex: string, display: boolean): string {
  const xml = formula(page, tex, display)
  return xml === undefined ? runXml(tex, { code: true }) : `<m:oMath>${xml}</m:oMath>`
}

/** An equation on a line of its own. */
export function mathBlock(page: Page, tex: string, place: Place): string {
  const xml = formula(page, tex, true)
  if (xml === undefined) return paragraphXml(place, runXml(tex, { code: true }))
  return paragraphXml(place, `<m:oMathPara><m:oMathParaPr><m:jc m:val="center"/></m:oMathParaPr><m:oMath>${xml}</m:oMath></m:oMathPara>`)
}
