import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useWords } from '../lib/words.ts'
import { uiWords } from './ui.words.ts'

/** Screen reader text for a link that opens a new tab. */
export const NewTab = () => <span className="visually-hidden">{useWords(uiWords).newTab}</span>

interface Named {
  /** The action: tooltip and accessible name. */
  name: string
  /** The shortcut shown in the tooltip: "Ctrl K". */
  keys?: string | undefined
  children: ReactNode
}

const named = (name: string, keys: string | undefined, className: string | undefined) => ({
  className: className ? `ib ${className}` : 'ib',
  'aria-label': name,
  'data-tip': name,
  'data-keys': keys,
})

export function IconButton({ name, keys, className, children, ...rest }: Named & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} {...named(name, keys, className)}>
      {children}
    </button>
  )
}

export function IconLink({ name, keys, className, children, ...rest }: Named & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} {...named(name, keys, className)}>
      {children}
    </Link>
  )
}
