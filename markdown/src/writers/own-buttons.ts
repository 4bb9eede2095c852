import { sanitise } from '../sanitise/sanitise.ts'
import type { PageEnv } from '../types.ts'
import { words } from '../words.ts'

// lucide (ISC): wrap-text, copy, info, lightbulb, triangle-alert
const shapes = {
  wrap: '<path d="m16 16-3 3 3 3"/><path d="M3 12h14.5a1 1 0 0 1 0 7H13"/><path d="M3 19h6"/><path d="M3 5h18"/>',
  copy: '<rect width="14" height="14" x="8" y="8" rx="2" ry="2"/><path d="M4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2"/>',
  info: '<circle cx="12" cy="12" r="10"/><path d="M12 16v-4"/><path d="M12 8h.01"/>',
  tip: '<path d="M15 14c.2-1 .7-1.7 1.5-2.5 1-.9 1.5-2.2 1.5-3.5A6 6 0 0 0 6 8c0 1 .2 2.2 1.5 3.5.7.7 1.3 1.5 1.5 2.5"/><path d="M9 18h6"/><path d="M10 22h4"/>',
  warning: '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/>',
}

type IconName = keyof typeof shapes

/** A small icon in the text colour, hidden from screen readers. */
export function icon(name: IconName, env: PageEnv): string {
  return `<svg class="i" data-own="${env.own}" viewBox="0 0 24 24" aria-hidden="true">${shapes[name]}</svg>`
}

type Act = 'wrap' | 'copy'

const empty = /<button type="button" class="ib" data-act="(wrap|copy)"><\/button>/g

const attributes = (act: Act, { own }: PageEnv) => `type="button" class="ib" data-own="${own}" data-act="${act}"`

/** An empty button of a code block or endpoint. A page can have thousands, and the sanitiser would parse the icon of each. */
export const emptyButton = (act: Act, env: PageEnv) => `<button ${attributes(act, env)}></button>`

/** Adds texts and icons to the empty buttons in sanitised HTML. Authors cannot write such buttons: the sanitiser removes them. */
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
