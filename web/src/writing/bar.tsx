import './bar.css'
import type { ReactNode } from 'react'
import { keyText } from '../lib/control-key.ts'

interface Props {
  /** The link that leaves the editor. */
  back: ReactNode
  /** Where the page is, and its title. */
  children?: ReactNode
  /** The save status. */
  state?: ReactNode
  /** Views and menus. */
  tools?: ReactNode
  /** `more`: a choice next to the button. */
  save?: { name: string; run: () => void; more?: ReactNode } | undefined
}

/** The bar of every editor: where the page is, whether it is saved, and Save as the only filled button. */
export function WritingBar({ back, children, state, tools, save }: Props) {
  return (
    <header className="top ed-bar">
      {back}
      {children}
      <span className="ed-end">
        {state}
        {tools}
        {save && (
          <button type="button" className="btn primary ed-save" data-tip={save.name} data-keys={keyText('Mod-s')} onClick={save.run}>
            {save.name}
          </button>
        )}
        {save?.more}
      </span>
    </header>
  )
}
