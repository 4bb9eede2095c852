const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The grid's menu, which the menu key opens too, takes no keys by itself: arrows, Enter and Escape in it. True when the key was its. */
export function menuKey(box: HTMLElement, key: string): boolean {
  const menu = box.querySelector('.luckysheet-cols-menu:not(.fortune-filter-menu, .fortune-sheet-list)')
  if (!menu) return false
  const items = [...menu.querySelectorAll<HTMLElement>('.luckysheet-cols-menuitem')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (key === 'Escape') {
    box.querySelector('.fortune-popover-backdrop')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    box.querySelector<HTMLElement>('.luckysheet-cell-input')?.focus()
  } else if (key === 'Enter' && at >= 0) items[at]?.click()
  else if (steps[key]) items[(Math.max(at, steps[key] < 0 ? 0 : -1) + steps[key] + items.length) % items.length]?.focus()
  else return false
  return true
}
