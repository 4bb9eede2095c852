import { Check } from 'lucide-react'
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect } from 'react'
import { Link } from 'react-router'
import { NewTab } from './icon-button.tsx'
import { type Align, type Opener, useFloat } from './popover.tsx'

const CloseMenu = createContext<(backToButton?: boolean) => void>(() => {})

const entriesOf = (menu: HTMLElement | null) => [...(menu?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])]

/** The index that gets the focus from the entry at `at`, or undefined for other keys. */
function next(key: string, at: number, count: number) {
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (at - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}

/** The next entry that starts with the pressed letter. */
function startingWith(key: string, at: number, entries: HTMLElement[]) {
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLocaleLowerCase()
  const order = [...entries.slice(at + 1), ...entries.slice(0, at + 1)]
  const found = order.find((entry) => entry.textContent?.trim().toLocaleLowerCase().startsWith(letter))
  return found && entries.indexOf(found)
}

interface Props {
  label: string
  align?: Align
  /** Gets the focus when Escape closes the menu; default: the button. */
  onEscape?: () => void
  button: (opener: Opener) => ReactNode
  children: ReactNode
}

/** A list of actions under a button: `<Menu label="More" button={(opener) => <IconButton name="More" {...opener}>…}>`. */
export function Menu({ label, align = 'end', onEscape, button, children }: Props) {
  const { open, close, opener, panel } = useFloat('menu', align, onEscape)
  useEffect(() => {
    if (open) entriesOf(panel.ref.current)[0]?.focus()
  }, [open, panel.ref])
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close()
    const entries = entriesOf(panel.ref.current)
    const at = entries.indexOf(document.activeElement as HTMLElement)
    const isTyped = !(event.ctrlKey || event.metaKey || event.altKey)
    const to = next(event.key, at, entries.length) ?? (isTyped ? startingWith(event.key, at, entries) : undefined)
    if (to === undefined) return
    event.preventDefault()
    entries[to]?.focus()
  }
  return (
    <>
      {button(opener)}
      {open && (
        <div {...panel} role="menu" aria-label={label} className="menu" tabIndex={-1} onKeyDown={move}>
          <CloseMenu value={close}>{children}</CloseMenu>
        </div>
      )}
    </>
  )
}

interface ItemProps {
  icon?: ReactNode
  /** Text or a `.kbd` at the end of the row. */
  end?: ReactNode
  /** A destructive action. */
  bad?: boolean
  disabled?: boolean
  /** Set for a radio entry: whether it is selected. */
  checked?: boolean
  /** Set for an entry that switches something: whether it is on. */
  on?: boolean
  /** Address of a screen of the app. */
  to?: string | undefined
  /** Any other address: a download or another site. */
  href?: string | undefined
  newTab?: boolean
  /** File name of a download. */
  download?: string
  onSelect?: () => void
  children: ReactNode
}

export function MenuItem({ icon, end, bad, disabled, checked, on, to, href, newTab, download, onSelect, children }: ItemProps) {
  const close = useContext(CloseMenu)
  const select = () => {
    close(to === undefined)
    onSelect?.()
  }
  const common = { className: bad ? 'mi bad' : 'mi', tabIndex: -1, onClick: select }
  const inside = (
    <>
      {icon}
      {children}
      {end !== undefined && <span className="end">{end}</span>}
      {(checked || on) && (
        <span className="end">
          <Check className="i" aria-hidden="true" />
        </span>
      )}
    </>
  )
  if (to !== undefined)
    return (
      <Link {...common} role="menuitem" to={to} {...(newTab ? { target: '_blank' } : {})}>
        {inside}
        {newTab && <NewTab />}
      </Link>
    )
  if (href !== undefined)
    return (
      <a {...common} role="menuitem" href={href} download={download} {...(newTab ? { target: '_blank', rel: 'noreferrer' } : {})}>
        {inside}
        {newTab && <NewTab />}
      </a>
    )
  if (checked !== undefined)
    return (
      <button {...common} type="button" role="menuitemradio" aria-checked={checked} disabled={disabled}>
        {inside}
      </button>
    )
  if (on !== undefined)
    return (
      <button {...common} type="button" role="menuitemcheckbox" aria-checked={on} disabled={disabled}>
        {inside}
      </button>
    )
  return (
    <button {...common} type="button" role="menuitem" disabled={disabled}>
      {inside}
    </button>
  )
}

export const MenuRule = () => <hr />
export const MenuHead = ({ children }: { children: ReactNode }) => <div className="mh">{children}</div>
