import { type CSSProperties, memo } from 'react'
import { Marked } from './marked.tsx'

export interface LineProps {
  id: string
  name: string
  href: string | undefined
  depth: number
  at: number
  of: number
  open: boolean | undefined
  current: boolean
  active: boolean
  searched: string
  method: string | undefined
}

/** What has room at the end of a line. */
const shortVerbs: Record<string, string> = { DELETE: 'DEL', OPTIONS: 'OPT' }

/** One line of the tree is one element: ten thousand pages stay cheap. The chevron and the lines of the depth are CSS. */
export const Line = memo(function Line({ id, name, href, depth, at, of, open, current, active, searched, method }: LineProps) {
  const kind = open === undefined ? 'tl' : open ? 'tl fold open' : 'tl fold'
  return (
    <a
      id={id}
      className={active ? `${kind} at` : kind}
      href={href}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={at}
      aria-setsize={of}
      aria-expanded={open}
      aria-current={current ? 'page' : undefined}
      data-verb={method && (shortVerbs[method] ?? method)}
      style={depth ? ({ '--d': depth } as CSSProperties) : undefined}
    >
      {searched ? <Marked text={name} searched={searched} /> : name}
    </a>
  )
})
