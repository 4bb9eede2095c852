import type { gridWords } from './grid.words.ts'

type Words = (typeof gridWords)['en']

/* The component opens menus, palettes, lists and the search as unnamed boxes that only react to the mouse.
 * This module gives them names, roles, focus and keyboard control when they appear. */

interface Panel {
  box: string
  name: (t: Words, box: HTMLElement) => string
  /** Selector of the button that closes the panel. Without it, a press outside closes the panel. */
  shut?: string
  /** The panel appears while the pointer or selection moves, and does not take the focus. */
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

/** Options of a panel and controls on the bars. The component makes them focusable and nothing else. */
const CONTROLS =
  '[tabindex="0"]:not(input, select, button, textarea, a, canvas, [contenteditable="true"], .fortune-sheet-overlay, .fortune-container, #range-dialog, #luckysheet-dataVerification-dropdown-List)'
const FOCUSABLE = `input:not([type="hidden"]), select, button, textarea, ${CONTROLS}`
const SUBMENU = '.toolbar-item-sub-menu, .condition-format-sub-menu, .fortune-border-select-menu'

const isShown = (one: HTMLElement) => one.getClientRects().length > 0
const shownIn = (box: Element, selector: string) => [...box.querySelectorAll<HTMLElement>(selector)].filter(isShown)

/** Where the focus was when a panel appeared. */
const previousFocus = new WeakMap<Element, HTMLElement>()

function openPanels(grid: HTMLElement) {
  return panels.flatMap((panel) => shownIn(grid, panel.box).map((box) => ({ ...panel, element: box })))
}

/** The panel that receives the keys: the innermost one that contains the focus. */
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

function nameControl(control: HTMLElement, t: Words) {
  // An element that contains controls is a group, not a button.
  if (control.querySelector('input, [tabindex="0"]')) {
    control.setAttribute('role', 'group')
    control.setAttribute('aria-label', (control.textContent ?? '').trim())
    return
  }
  if (!control.hasAttribute('role')) control.setAttribute('role', 'button')
  if (control.hasAttribute('aria-label')) return
  const color = control.matches('.fortune-toolbar-color-picker-item') && control.style.backgroundColor
  const picture = control.querySelector('use')?.getAttribute('href') ?? control.querySelector('use')?.getAttribute('xlink:href')
  if (color) control.setAttribute('aria-label', t.color(color))
  else if (control.matches('.fortune-modal-dialog-icon-close, .modal-icon-close, .icon-close')) control.setAttribute('aria-label', t.close)
  else if (control.matches('i.icon, .fortune-link-modify-cell-selector')) control.setAttribute('aria-label', t.selectCells)
  else if (picture && pictures[picture.slice(1)]) control.setAttribute('aria-label', pictures[picture.slice(1)]?.(t) ?? '')
  if (control.matches('i.icon')) control.removeAttribute('aria-hidden')
}

function nameIn(box: Element, t: Words) {
  for (const control of box.querySelectorAll<HTMLElement>(CONTROLS)) nameControl(control, t)
  for (const field of box.querySelectorAll<HTMLInputElement>('input, select, textarea'))
    if (!field.labels?.length && !field.hasAttribute('aria-label'))
      field.setAttribute(
        'aria-label',
        adjacentText(field)
          .replace(/[：:]\s*$/, '')
          .trim(),
      )
}

/** Names all panels and controls, and moves the focus into a panel that has just appeared. */
function labelPanels(grid: HTMLElement, t: Words) {
  for (const { element, name, quiet } of openPanels(grid)) {
    if (!element.hasAttribute('role')) {
      element.setAttribute('role', 'dialog')
      element.setAttribute('aria-label', name(t, element))
      const previous = document.activeElement
      if (previous instanceof HTMLElement && !element.contains(previous)) previousFocus.set(element, previous)
      nameIn(element, t)
      // For a menu opened from a cell, the component returns the focus to the cell after a varying delay. So the focus stays there and
      // the first arrow key enters the menu; otherwise that key would reach the first or the second entry at random.
      const isOfCell = element.matches('.fortune-context-menu:not(.fortune-filter-menu)') && previous?.matches('.luckysheet-cell-input')
      if (!quiet && !isOfCell && !element.contains(previous)) shownIn(element, FOCUSABLE)[0]?.focus({ preventScroll: true })
    } else nameIn(element, t)
  }
  for (const box of grid.querySelectorAll('.grid-dialog, .fortune-toolbar, .luckysheet-sheet-area, .fortune-zoom-container')) nameIn(box, t)
}

/** Names panels whenever the grid changes. Returns a function that stops it. */
export function followPanels(grid: HTMLElement, t: Words) {
  labelPanels(grid, t)
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some((node) => node instanceof Element))) labelPanels(grid, t)
  })
  observer.observe(grid, { childList: true, subtree: true })
  // The component's checkboxes have text without a label element: a click on the text toggles the box.
  const press = ({ target }: MouseEvent) => {
    const box = target instanceof Element && target.matches('span, div') ? target.previousElementSibling : null
    if (box instanceof HTMLInputElement && /^(checkbox|radio)$/.test(box.type) && !box.labels?.length) {
      box.click()
      box.focus()
    }
  }
  grid.addEventListener('click', press)
  return () => {
    observer.disconnect()
    grid.removeEventListener('click', press)
  }
}

function shut(grid: HTMLElement, { element, shut: by }: Panel & { element: HTMLElement }) {
  const previous = previousFocus.get(element)
  const button = by ? element.querySelector<HTMLElement>(by) : null
  if (button) button.click()
  else {
    document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    grid.querySelector('.fortune-popover-backdrop')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  }
  const to = previous?.isConnected ? previous : grid.querySelector<HTMLElement>('.luckysheet-cell-input')
  to?.focus({ preventScroll: true })
}

const hover = (control: Element, kind: 'mouseover' | 'mouseout') =>
  control.dispatchEvent(new MouseEvent(kind, { bubbles: true, relatedTarget: document.body }))

/** Submenus that the component opens on hover also open with Enter and the right arrow. */
function intoSubmenu(control: HTMLElement) {
  const submenu = control.querySelector<HTMLElement>(SUBMENU) ?? control.closest('[class*=option]')?.querySelector<HTMLElement>(SUBMENU)
  if (!submenu || isShown(submenu)) return false
  hover(control, 'mouseover')
  shownIn(submenu, FOCUSABLE)[0]?.focus({ preventScroll: true })
  return true
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
const isField = (one: Element | null) => one?.matches('input, select, textarea, [contenteditable="true"]') ?? false

function intoPanel(panel: HTMLElement, step: number) {
  const all = shownIn(panel, FOCUSABLE).filter((one) => !one.closest(SUBMENU))
  all.at(step > 0 ? 0 : -1)?.focus({ preventScroll: true })
}

/** Returns true when a panel handled the key or the key activated a control on the bars. */
export function panelKey(grid: HTMLElement, { key, shiftKey }: KeyboardEvent): boolean {
  const at = document.activeElement as HTMLElement | null
  if (!at || at.closest('.grid-dialog')) return pressed(at, key)
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

/** Enter in a field triggers the main action of the panel. */
function enter(panel: HTMLElement) {
  const button = panel.querySelector<HTMLElement>('.button-primary, #searchNextBtn')
  button?.click()
}

function pressed(at: HTMLElement | null, key: string) {
  if ((key !== 'Enter' && key !== ' ') || !at?.matches(CONTROLS) || !at.closest('.grid')) return false
  if (!intoSubmenu(at)) at.click()
  return true
}
