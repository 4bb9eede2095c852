import { sanitise } from '../sanitise/sanitise.ts'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'
import { icon } from './icons.ts'

type Act = 'wrap' | 'copy'

const empty = /<button type="button" class="ib" data-act="(wrap|copy)"><\/button>/g

const attributes = (act: Act, { own }: PageEnv) => `type="button" class="ib" data-own="${own}" data-act="${act}"`

/** A button of a code block or an endpoint, still empty: a page may hold thousands, and the sanitiser would read each drawing again. */
export const emptyButton = (act: Act, env: PageEnv) => `<button ${attributes(act, env)}></button>`

/** Sanitised HTML with the words and drawings of our buttons. Authors cannot write one: their list of elements has no button. */
export function fillButtons(html: string, env: PageEnv): string {
  const made = new Map<string, string>()
  const full = (act: Act) => {
    const title = words(env.language)[act]
    const button = `<button ${attributes(act, env)} title="${title}" aria-label="${title}">${icon(act, env)}</button>`
    return sanitise(button, { base: '', lines: false, own: env.own })
  }
  return html.replace(empty, (_all, act: Act) => {
    const known = made.get(act) ?? full(act)
    made.set(act, known)
    return known
  })
}
