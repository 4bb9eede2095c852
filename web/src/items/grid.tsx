import { API_ITEM, SINGLE_PAGE, SPREADSHEET_ITEM } from '@sheaf/contract/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BookOpen, Braces, FileText, Lock, LogOut, Settings, Table2 } from 'lucide-react'
import { Fragment, memo, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { api, read, write } from '../lib/api.ts'
import { shortDate } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { IconButton, IconLink } from '../ui/icon-button.tsx'
import { toast } from '../ui/toast.tsx'
import { type DragHandlers, LazyGrip, SortableEntries } from './drag.tsx'
import { groupInput } from './group-bar.tsx'
import { highlightPieces, type Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

/** Elements within this distance of the viewport are prepared before they become visible. */
const MARGIN = '800px 0px'

const nearListeners = new WeakMap<Element, (near: boolean) => void>()
let watch: IntersectionObserver | undefined

/** Whether an element is in or near the viewport; grips exist only for these, not for hundreds of cards. */
function useNear(ref: RefObject<Element | null>) {
  const [near, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (!element || typeof IntersectionObserver === 'undefined') return
    watch ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) nearListeners.get(entry.target)?.(entry.isIntersecting)
      },
      { rootMargin: MARGIN },
    )
    const watching = watch
    nearListeners.set(element, setNear)
    watching.observe(element)
    return () => watching.unobserve(element)
  }, [ref])
  return near
}

/** The first letter or Chinese character of the name on one of six colours. */
export function ItemIcon({ item, small }: { item: Pick<Tile, 'item_id' | 'item_name'>; small?: boolean }) {
  const first = [...item.item_name.trim()].find((character) => /[\p{L}\p{N}]/u.test(character)) ?? '·'
  return (
    <span className={`sign c${(Number(item.item_id) % 6) + 1}${small ? ' small' : ''}`} aria-hidden="true">
      {first.toUpperCase()}
    </span>
  )
}

export function Marked({ text, searched }: { text: string; searched: string }) {
  let at = 0
  return highlightPieces(text, searched).map((piece) => {
    at += piece.text.length
    return piece.hit ? <mark key={at}>{piece.text}</mark> : <Fragment key={at}>{piece.text}</Fragment>
  })
}

const kinds = {
  [SINGLE_PAGE]: { Icon: FileText, name: 'singlePage' },
  [API_ITEM]: { Icon: Braces, name: 'apiPages' },
  [SPREADSHEET_ITEM]: { Icon: Table2, name: 'spreadsheet' },
} as const
const regular = { Icon: BookOpen, name: 'pages' } as const

function Kind({ item_type }: { item_type: string }) {
  const t = useWords(itemsWords)
  const { Icon, name } = kinds[Number(item_type) as keyof typeof kinds] ?? regular
  return (
    <>
      <Icon className="i" aria-hidden="true" />
      {t[name]}
    </>
  )
}

interface CardProps {
  item: Tile
  searched?: string
  movable?: boolean
  onExit?: (item: Tile) => void
}

/** One item of "My items"; the whole card is a link, with the actions above it. */
const ItemCard = memo(function ItemCard({ item, searched = '', movable = false, onExit }: CardProps) {
  const t = useWords(itemsWords)
  const card = useRef<HTMLLIElement>(null)
  const starts = useRef<DragHandlers>({})
  const near = useNear(card)
  return (
    <li
      ref={card}
      className="ic"
      onMouseDown={(event) => starts.current.onMouseDown?.(event)}
      onTouchStart={(event) => starts.current.onTouchStart?.(event)}
    >
      <Face item={item} searched={searched} movable={movable} />
      <span className="acts">
        {movable && near && <LazyGrip id={item.item_id} name={t.move(item.item_name)} target={card} starts={starts} />}
        {item.creator !== 1 && onExit && (
          <IconButton name={t.exit(item.item_name)} onClick={() => onExit(item)}>
            <LogOut className="i" aria-hidden="true" />
          </IconButton>
        )}
        {item.manage === 1 && (
          <IconLink name={t.settingsOf(item.item_name)} to={paths.itemSetting(item.item_id)}>
            <Settings className="i" aria-hidden="true" />
          </IconLink>
        )}
      </span>
    </li>
  )
})

/** The part of a card that does not re-render while tiles move. */
const Face = memo(function Face({ item, searched, movable }: { item: Tile; searched: string; movable: boolean }) {
  const t = useWords(itemsWords)
  const language = useLanguage()
  const changed = Number(item.last_update_time)
  return (
    <>
      <div className="h">
        <ItemIcon item={item} />
        <h2>
          <Link className="go cut" to={paths.item(item)} draggable={!movable}>
            <Marked text={item.item_name} searched={searched} />
          </Link>
          {item.is_private === 1 && <Lock className="i" role="img" aria-label={t.isPrivate} />}
        </h2>
      </div>
      {item.item_description && (
        <p>
          <Marked text={item.item_description} searched={searched} />
        </p>
      )}
      <div className="f">
        <Kind item_type={item.item_type} />
        <span className="mid-dot" aria-hidden="true" />
        <time dateTime={new Date(changed * 1000).toISOString()}>{shortDate(changed, language)}</time>
        {item.is_archived === '1' && <span className="tag">{t.archived}</span>}
      </div>
    </>
  )
})

/** A member who is not the owner leaves an item. */
function ExitDialog({ item, onClose }: { item: Tile; onClose: () => void }) {
  const t = useWords(itemsWords)
  const exit = useMutation(write(api.item.exitItem))
  return (
    <ConfirmDialog
      title={t.exitAsk(item.item_name)}
      action={t.exitDo}
      cancel={t.stay}
      danger
      onConfirm={async () => {
        await exit.mutateAsync({ item_id: item.item_id })
        toast(t.left(item.item_name))
      }}
      onClose={onClose}
    >
      {t.exitText}
    </ConfirmDialog>
  )
}

const idOf = (item: Tile) => item.item_id
const nameOf = (item: Tile) => item.item_name

interface Props {
  items: Tile[]
  group: string
  searched: string
  /** Other items are loading. */
  busy: boolean
}

/** The item cards; a new order is shown and saved immediately. */
export function ItemGrid({ items, group, searched, busy }: Props) {
  const t = useWords(itemsWords)
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<Tile | null>(null)
  const { queryKey } = read(api.item.myList, groupInput(group))
  const save = useMutation({
    scope: { id: `item order ${group}` },
    mutationFn: (order: Tile[]) =>
      api.item.sort({ data: JSON.stringify(Object.fromEntries(order.map((item, at) => [item.item_id, at + 1]))), item_group_id: group }),
    onError: (error) => {
      toast(t.orderFailed, 'bad', { detail: error.message })
      return queries.invalidateQueries({ queryKey })
    },
  })
  const order = (next: Tile[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, next)
    save.mutate(next)
  }
  const movable = !busy && searched === '' && items.length > 1
  return (
    <>
      <SortableEntries entries={items} idOf={idOf} nameOf={nameOf} disabled={!movable} onOrder={order}>
        <ul className="item-grid" aria-label={t.title} aria-busy={busy}>
          {items.map((item) => (
            <ItemCard key={item.item_id} item={item} searched={searched} movable={movable} onExit={setLeaving} />
          ))}
        </ul>
      </SortableEntries>
      {leaving && <ExitDialog item={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}
