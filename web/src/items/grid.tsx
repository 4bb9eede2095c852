import { useQueryClient } from '@tanstack/react-query'
import { LayoutGrid, Rows3 } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { api, read } from '../lib/api.ts'
import { stored } from '../lib/stored.ts'
import { useWords } from '../lib/words.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSortable } from '../ui/drag/sortable.tsx'
import { useSend } from '../ui/send.ts'
import { ItemCard, type Latest } from './card.tsx'
import { groupInput } from './group-bar.tsx'
import type { Tile } from './item-search.ts'
import { itemsWords } from './items.words.ts'

export type View = 'cards' | 'list'

const KEY = 'sheaf.items-view'

/** Cards or a list, stored in this browser. */
export function useView(): [View, (view: View) => void] {
  const [view, setView] = useState<View>(() => (stored.read(KEY) === 'list' ? 'list' : 'cards'))
  const choose = (next: View) => {
    setView(next)
    stored.write(KEY, next)
  }
  return [view, choose]
}

export function ViewSwitch({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  const t = useWords(itemsWords)
  const button = (name: View, text: string, Icon: typeof Rows3) => (
    <button type="button" aria-label={text} data-tip={text} aria-pressed={view === name} onClick={() => onChoose(name)}>
      <Icon className="i" aria-hidden="true" />
    </button>
  )
  return (
    <fieldset className="seg" aria-label={t.view}>
      {button('cards', t.cards, LayoutGrid)}
      {button('list', t.list, Rows3)}
    </fieldset>
  )
}

/** A member who is not the owner leaves an item. */
function ExitDialog({ item, onClose }: { item: Tile; onClose: () => void }) {
  const t = useWords(itemsWords)
  const exit = useSend(api.item.exitItem, { done: t.left(item.item_name) })
  return (
    <ConfirmDialog
      title={t.exitAsk(item.item_name)}
      action={t.exitDo}
      cancel={t.stay}
      danger
      onConfirm={() => exit.send({ item_id: item.item_id })}
      onClose={onClose}
    >
      {t.exitText}
    </ConfirmDialog>
  )
}

/** Cards that one step renders: more would keep the browser busy for longer than a frame or two. */
const STEP = 24

/** The number of cards to render. It starts again for another list and grows until all are there. */
function useGrowing(list: string, total: number) {
  const [grown, setGrown] = useState({ list, count: STEP })
  const count = grown.list === list ? grown.count : STEP
  useEffect(() => {
    if (count >= total) return
    const timer = setTimeout(() => setGrown({ list, count: count + STEP }))
    return () => clearTimeout(timer)
  }, [list, count, total])
  return count
}

/** Arrow keys, Home and End move the focus from card to card. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('.go')]
  const at = links.indexOf(event.target as HTMLElement)
  if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const to = {
    ArrowRight: () => links[at + 1],
    ArrowLeft: () => links[at - 1],
    ArrowDown: () => inNextRow(links.slice(at)),
    ArrowUp: () => inNextRow(links.slice(0, at + 1).reverse()),
    Home: () => links[0],
    End: () => links.at(-1),
  }[event.key]
  if (!to) return
  event.preventDefault()
  to()?.focus()
}

/** For the element around the cards: their links have the focus. */
const focusKeys = { onKeyDown: moveFocus }

/** The closest link in the row after that of the first one; the links are in the direction of the key. */
function inNextRow([from, ...others]: HTMLElement[]) {
  const start = from?.closest('li')?.getBoundingClientRect()
  if (!start) return undefined
  const places = others.map((link) => ({ link, place: link.closest('li')?.getBoundingClientRect() ?? start }))
  const top = places.find(({ place }) => place.top !== start.top)?.place.top
  const distance = ({ place }: (typeof places)[number]) => Math.abs(place.left - start.left)
  return places.filter(({ place }) => place.top === top).sort((a, b) => distance(a) - distance(b))[0]?.link
}

interface Shown {
  view: View
  searched: string
  movable: boolean
  /** All cards are rendered. */
  complete: boolean
  latest: ReadonlyMap<string, Latest> | undefined
  onStar: (item: Tile) => void
  onExit: (item: Tile) => void
}

const idOf = (item: Tile) => item.item_id
const nameOf = (item: Tile) => item.item_name

interface PartProps extends Shown {
  items: Tile[]
  /** Names the list. */
  title: string
  isTitleShown: boolean
  busy: boolean
  onOrder: (items: Tile[]) => void
}

/** Favourites or the other items, each in their own order. */
function Part({ items, title, isTitleShown, busy, view, searched, movable, complete, latest, onStar, onExit, onOrder }: PartProps) {
  const id = useId()
  const { props, region, helpId } = useSortable({ entries: items, idOf, nameOf, disabled: !movable || !complete, onOrder })
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={isTitleShown ? 'items-part' : 'visually-hidden'}>
        {title}
      </h2>
      <ul className={view === 'list' ? 'item-grid rows' : 'item-grid'} aria-labelledby={id} aria-busy={busy} {...props}>
        {items.map((item) => (
          <ItemCard
            key={item.item_id}
            item={item}
            latest={latest && (latest.get(item.item_id) ?? null)}
            searched={searched}
            movable={movable}
            helpId={helpId}
            onStar={onStar}
            onExit={onExit}
          />
        ))}
      </ul>
      {region}
    </section>
  )
}

/** Stars and unstars items. The change is shown immediately, and the star keeps the focus although its card moves. */
function useStars() {
  const t = useWords(itemsWords)
  const queries = useQueryClient()
  const { send } = useSend(api.item.top, { queue: 'favourite items', failed: t.starFailed })
  const moved = useRef<string>(undefined)
  const latestSend = useRef(send)
  latestSend.current = send
  useLayoutEffect(() => {
    const star = moved.current && document.querySelector<HTMLElement>(`.ic[data-sort="${moved.current}"] .star`)
    moved.current = undefined
    if (star && document.activeElement === document.body) star.focus({ preventScroll: true })
  })
  return useCallback(
    ({ item_id, top }: Tile) => {
      const queryKey = ['item', 'myList']
      const change = (tiles: Tile[] | undefined) =>
        tiles?.map((tile) => (tile.item_id === item_id ? { ...tile, top: top === 1 ? 0 : 1 } : tile))
      void queries.cancelQueries({ queryKey })
      moved.current = item_id
      queries.setQueriesData<Tile[]>({ queryKey }, change)
      // After an error the list shows what the server has.
      latestSend.current({ item_id, action: top === 1 ? 'cancel' : 'top' }).catch(() => queries.invalidateQueries({ queryKey }))
    },
    [queries],
  )
}

interface Props {
  items: Tile[]
  latest: ReadonlyMap<string, Latest> | undefined
  view: View
  group: string
  searched: string
  /** Other items are loading. */
  busy: boolean
}

/** The item cards, favourites first; a new order is shown and saved immediately. */
export function ItemGrid({ items, latest, view, group, searched, busy }: Props) {
  const t = useWords(itemsWords)
  const queries = useQueryClient()
  const [leaving, setLeaving] = useState<Tile | null>(null)
  const onStar = useStars()
  const { queryKey } = read(api.item.myList, groupInput(group))
  const save = useSend(api.item.sort, {
    queue: `item order ${group}`,
    failed: t.orderFailed,
    onFailed: () => queries.invalidateQueries({ queryKey }),
  })
  const order = (next: Tile[]) => {
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, next)
    void save.send({ data: JSON.stringify(Object.fromEntries(next.map((item, at) => [item.item_id, at + 1]))), item_group_id: group })
  }
  const favourites = items.filter((item) => item.top === 1)
  const others = items.filter((item) => item.top !== 1)
  const count = useGrowing(`${group} ${searched} ${view}`, others.length)
  const movable = !busy && searched === '' && items.length > 1
  const shown = { view, searched, movable, complete: count >= others.length, latest, busy, onStar, onExit: setLeaving }
  return (
    <div className="items-parts" {...focusKeys}>
      {favourites.length > 0 && (
        <Part {...shown} items={favourites} title={t.favourites} isTitleShown onOrder={(next) => order([...next, ...others])} />
      )}
      {others.length > 0 && (
        <Part
          {...shown}
          items={others.slice(0, count)}
          title={favourites.length > 0 ? t.others : t.title}
          isTitleShown={favourites.length > 0}
          onOrder={(next) => order([...favourites, ...next])}
        />
      )}
      {leaving && <ExitDialog item={leaving} onClose={() => setLeaving(null)} />}
    </div>
  )
}
