import { useEffect } from 'react'
import type { EditingSession, PanelName } from './sitting.ts'
import { panelKeys } from './toolbar/tools.ts'

/** The physical key too: with Alt a Mac types another sign. */
const pressed = (event: KeyboardEvent, key: string) => {
  const sign = key.split('-').at(-1) ?? ''
  if (!(event.ctrlKey || event.metaKey) || event.altKey !== key.includes('Alt') || event.shiftKey) return false
  return event.key.toLowerCase() === sign || event.code === `Key${sign.toUpperCase()}`
}

/** Keys that open a panel, wherever the focus is in the editor; first of all, as the text has its own use for some. */
export function usePanelKeys({ show }: Pick<EditingSession, 'show'>) {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const found = (Object.keys(panelKeys) as (keyof typeof panelKeys)[]).find((name) => pressed(event, panelKeys[name]))
      if (!found || event.isComposing || document.querySelector('dialog[open]')) return
      event.preventDefault()
      event.stopPropagation()
      show(found satisfies PanelName)
    }
    addEventListener('keydown', key, true)
    return () => removeEventListener('keydown', key, true)
  }, [show])
}
