import type { gridWords } from './grid.words.ts'

type Words = (typeof gridWords)['en']

/* What the component opens beside the cells — menus, palettes, lists, the search — are boxes without names that hear the mouse alone.
 * Here they get names and roles as they appear, the focus, and the keys. */

interface Panel {
  box: string
  name: (t: Words, box: HTMLElement) => string
  /** It is shut by what is pressed here; without it, by a press anywhere else. */
  shut?: string
  /** It appears by going past and leaves the focus where it is. */
  quiet?: true
}

const panels: Panel[] = [
  { box: '#fortune-search-replace', name: (t) => t.find, shut: '.icon-close' },
  { box: '.fortune-link-modify-modal.link-toolbar', name: (t) => t.link, quiet: true },
  { box: '.fortune-link-modify-modal.range-selection-modal', name: (t) => t.selectCells, shut: '.modal-icon-close', quiet: true },
  { box: '.fortune-link-modify-modal:not(.link-toolbar, .range-selection-modal)', name: (t) => t.link, shut: '.button-default' },
  { box: '#range-dialog', name: (t) => t.selectCells, shut: '.button-close', quiet: true },
  { box: '.fortune-filter-menu', name: (t) => t.filter, shut: '.button-default' },
  { box: '.fortune-sheet-list', name: (t) => t.sheets },
  { box: '.fortune-context-menu:not(.fortune-filter-menu, .fortune-sheet-list)', name: (t) => t.actions },
  { box: '#luckysheet-dataVerification-dropdown-List', name: (t) => t.choices },
  { box: '.fortune-zoom-ratio-menu', name: (t) => t.zoom },
  {
    box: '.fortune-toolbar-combo-popup',
    name: (t, box) => box.parentElement?.querySelector('.fortune-tooltip')?.textContent || t.choices,
  },
  { box: '.fortune-toolbar-more-container', name: (t) => t.tools },
]

/** What can be chosen in a panel, or pressed on the bars; the component makes them focusable, and nothing more. */
const CONTROLS =
  '[tabindex="0"]:not(input, select, button, textarea, a, canvas, [contenteditable="true"], .fortune-sheet-overlay, .fortune-container, #range-dialog, #luckysheet-dataVerification-dropdown-List)'
const FOCUSABLE = `input:not([type="hidden"]), select, button, textarea, ${CONTROLS}`
const SUBMENU = '.toolbar-item-sub-menu, .condition-format-sub-menu, .fortune-border-select-menu'

const isShown = (one: HTMLElement) => one.getClientRects().length > 0
const shownIn = (box: Element, what: string) => [...box.querySelectorAll<HTMLElement>(what)].filter(isShown)

/** Where the focus was when a panel appeared. */
const previousFocus = new WeakMap<Element, HTMLElement>()

function openPanels(grid: HTMLElement) {
  return panels.flatMap((panel) => shownIn(grid, panel.box).map((box) => ({ ...panel, element: box })))
}

/** The one the keys are for: that which has the focus, the inner one first. */
function focusedPanel(grid: HTMLElement) {
  const at = document.activeElement
  const [inner] = openPanels(grid)
    .filter(({ element }) => element.contains(at))
    .sort((one, other) => (one.element.contains(other.element) ? 1 : -1))
  return inner
}

const adjacentText = (field: Element) =>
  field.getAttribute('placeholder') ||
  (field.nextElementSibling?.matches('span, label, div') && field.nextElementSibling.textContent) ||
  field.previousElementSibling?.textContent ||
  [...(field.parentElement?.childNodes ?? [])].find((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())?.nodeValue ||
  field.closest('.box-item')?.querySelector('.box-item-title')?.textContent ||
  field.closest('.grid-dialog')?.querySelector('.conditin-rules-value')?.textContent ||
  ''

const pictures: Record<string, (t: Words) => string> = { copy: (t) => t.copy, pencil: (t) => t.edit, unlink: (t) => t.unlink }

function nameControl(thing: HTMLElement, t: Words) {
  // What holds something to press or to fill in is no button itself.
  if (thing.querySelector('input, [tabindex="0"]')) {
    thing.setAttribute('role', 'group')
    thing.setAttribute('aria-label', (thing.textContent ?? '').trim())
    return
  }
  if (!thing.hasAttribute('role')) thing.setAttribute('role', 'button')
  if (thing.hasAttribute('aria-label')) return
  const color = thing.matches('.fortune-toolbar-color-picker-item') && thing.style.backgroundColor
  const picture = thing.querySelector('use')?.getAttribute('href') ?? thing.querySelector('use')?.getAttribute('xlink:href')
  if (color) thing.setAttribute('aria-label', t.color(color))
  else if (thing.matches('.fortune-modal-dialog-icon-close, .modal-icon-close, .icon-close')) thing.setAttribute('aria-label', t.close)
  else if (thing.matches('i.icon, .fortune-link-modify-cell-selector')) thing.setAttribute('aria-label', t.selectCells)
  else if (picture && pictures[picture.slice(1)]) thing.setAttribute('aria-label', pictures[picture.slice(1)]?.(t) ?? '')
  if (thing.matches('i.icon')) thing.removeAttribute('aria-hidden')
}

function nameIn(box: Element, t: Words) {
  for (const thing of box.querySelectorAll<HTMLElement>(CONTROLS)) nameControl(thing, t)
  for (const field of box.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    if (!field.labels?.length && !field.hasAttribute('aria-label'))
      field.setAttribute(
        'aria-label',
        adjacentText(field)
          .replace(/[：:]\s*$/, '')
          .trim(),
      )
}

/** Names what is there, and takes the focus into what has just appeared. */
function labelPanels(grid: HTMLElement, t: Words) {
  for (const { element, name, quiet } of openPanels(grid)) {
    if (!element.hasAttribute('role')) {
      element.setAttribute('role', 'dialog')
      element.setAttribute('aria-label', name(t, element))
      const before = document.activeElement
      if (before instanceof HTMLElement && !element.contains(before)) previousFocus.set(element, before)
      nameIn(element, t)
      // Opened from a cell, the component gives the focus back to the cell, sooner or later. So it stays there, and the first arrow leads
      // into the menu: otherwise the same key leads to the first entry or to the second.
      const isOfCell = element.matches('.fortune-context-menu:not(.fortune-filter-menu)') && before?.matches('.luckysheet-cell-input')
      if (!quiet && !isOfCell && !element.contains(before)) shownIn(element, FOCUSABLE)[0]?.focus({ preventScroll: true })
    } else nameIn(element, t)
  }
  for (const box of grid.querySelectorAll('.grid-dialog, .fortune-toolbar, .luckysheet-sheet-area, .fortune-zoom-container')) nameIn(box, t)
}

/** Follows what appears in the grid; ends what is returned. */
export function followPanels(grid: HTMLElement, t: Words) {
  labelPanels(grid, t)
  const seen = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some((node) => node instanceof Element))) labelPanels(grid, t)
  })
  seen.observe(grid, { childList: true, subtree: true })
  // The words beside its checkboxes belong to them.
  const press = ({ target }: MouseEvent) => {
    const box = target instanceof Element && target.matches('span, div') ? target.previousElementSibling : null
    if (box instanceof HTMLInputElement && /^(checkbox|radio)$/.test(box.type) && !box.labels?.length) {
      box.click()
      box.focus()
    }
  }
  grid.addEventListener('click', press)
  return () => {
    seen.disconnect()
    grid.removeEventListener('click', press)
  }
}

function shut(grid: HTMLElement, { element, shut: by }: Panel & { element: HTMLElement }) {
  const before = previousFocus.get(element)
  const button = by ? element.querySelector<HTMLElement>(by) : null
  if (button) button.click()
  else {
    document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    grid.querySelector('.fortune-popover-backdrop')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  }
  const to = before?.isConnected ? before : grid.querySelector<HTMLElement>('.luckysheet-cell-input')
  to?.focus({ preventScroll: true })
}

const hover = (thing: Element, kind: 'mouseover' | 'mouseout') =>
  thing.dispatchEvent(new MouseEvent(kind, { bubbles: true, relatedTarget: document.body }))

/** What opens by the pointer alone opens by Enter and the arrow to the right, too. */
function intoSubmenu(thing: HTMLElement) {
  const submenu = thing.querySelector<HTMLElement>(SUBMENU) ?? thing.closest('[class*=option]')?.querySelector<HTMLElement>(SUBMENU)
  if (!submenu || isShown(submenu)) return false
  hover(thing, 'mouseover')
  shownIn(submenu, FOCUSABLE)[0]?.focus({ preventScroll: true })
  return true
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
const isField = (one: Element | null) => one?.matches('input, select, textarea, [contenteditable="true"]') ?? false

function intoPanel(panel: HTMLElement, step: number) {
  const all = shownIn(panel, FOCUSABLE).filter((one) => !one.closest(SUBMENU))
  all.at(step > 0 ? 0 : -1)?.focus({ preventScroll: true })
}

/** True when the key was a panel's, or pressed something on the bars. */
export function panelKey(grid: HTMLElement, { key, shiftKey, isComposing }: KeyboardEvent): boolean {
  const at = document.activeElement as HTMLElement | null
  if (isComposing || !at || at.closest('.grid-dialog')) return pressed(at, key)
  const panel = focusedPanel(grid)
  if (!panel) {
    const [waiting] = openPanels(grid).filter((one) => !one.element.matches('.link-toolbar'))
    if (waiting && key === 'Escape') shut(grid, waiting)
    else if (waiting && !waiting.quiet && steps[key] && at.matches('.luckysheet-cell-input')) intoPanel(waiting.element, steps[key])
    else return pressed(at, key)
    return true
  }
  const submenu = at.closest<HTMLElement>(SUBMENU)
  const all = shownIn(submenu ?? panel.element, FOCUSABLE).filter((one) => submenu || !one.closest(SUBMENU))
  const step = key === 'Tab' ? (shiftKey ? -1 : 1) : isField(at) ? 0 : (steps[key] ?? 0)
  if (key === 'Escape') shut(grid, panel)
  else if (step) all[(all.indexOf(at) + step + all.length) % all.length]?.focus()
  else if (key === 'ArrowRight' && !isField(at)) intoSubmenu(at)
  else if (key === 'ArrowLeft' && submenu && !isField(at)) {
    const owner = submenu.closest<HTMLElement>('[class*=option]')
    if (owner) hover(owner, 'mouseout')
    owner?.focus()
  } else if (key === 'Enter' && at.matches('input')) enter(panel.element)
  else return pressed(at, key)
  return true
}

/** Enter in a field does what the panel is for. */
function enter(panel: HTMLElement) {
  const button = panel.querySelector<HTMLElement>('.button-primary, #searchNextBtn')
  button?.click()
}

function pressed(at: HTMLElement | null, key: string) {
  if ((key !== 'Enter' && key !== ' ') || !at?.matches(CONTROLS) || !at.closest('.grid')) return false
  if (!intoSubmenu(at)) at.click()
  return true
}
