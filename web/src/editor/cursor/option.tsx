import type { ReactNode } from 'react'

interface Props {
  id: string
  isActive: boolean
  onChoose: () => void
  children: ReactNode
}

/** An option of a menu at the cursor. */
export function Option({ id, isActive, onChoose, children }: Props) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the text handles the keys
    <div id={id} role="option" aria-selected={isActive} className="mi" onClick={onChoose}>
      {children}
    </div>
  )
}
