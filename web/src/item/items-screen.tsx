import './items.css'
import { useQuery } from '@tanstack/react-query'
import { FileInput, Plus } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { api } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { read } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { Empty } from '../ui/empty.tsx'
import { ErrorNote } from '../ui/error-note.tsx'
import { Screen } from '../ui/screen.tsx'
import { Bone, Skeleton } from '../ui/skeleton.tsx'
import { ItemCard } from './item-card.tsx'
import { findItems, type Tile } from './item-search.ts'
import { SearchHits } from './item-search-hits.tsx'
import { useSearchInside } from './item-search-inside.ts'
import { itemsWords } from './items.words.ts'
import { FirstVisit } from './items-screen-first.tsx'
import { SearchBox } from './items-screen-search.tsx'

function Head({ children }: { children?: ReactNode }) {
  const t = useWords(itemsWords)
  return (
    <>
      <div className="screen-head">
        <h1>{t.title}</h1>
        <span className="grow" />
        <Link className="btn" to={paths.addItem('import')}>
          <FileInput className="i" aria-hidden="true" />
          {t.import}
        </Link>
        <Link className="btn primary" to={paths.addItem()}>
          <Plus className="i" aria-hidden="true" />
          {t.newItem}
        </Link>
      </div>
      {children}
    </>
  )
}

function Waiting() {
  return (
    <Head>
      <Skeleton>
        <div className="items-bar">
          <Bone width={320} height={32} />
        </div>
        <div className="item-grid">
          {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
            <div key={key} className="ic wait">
              <div className="h">
                <Bone width={36} height={36} />
                <Bone width="55%" height={15} />
              </div>
              <Bone width="92%" />
              <Bone width="64%" />
              <Bone width={120} />
            </div>
          ))}
        </div>
      </Skeleton>
    </Head>
  )
}

function Items({ items }: { items: Tile[] }) {
  const t = useWords(itemsWords)
  const [address, setAddress] = useSearchParams()
  const [typed, setTyped] = useState(() => address.get('q') ?? '')
  const [text, setText] = useState(typed)
  const shown = useDeferredValue(text)
  const found = findItems(items, shown)
  const { inside, goOn } = useSearchInside(items, shown)

  /* The address keeps what was searched, so that the way back from a hit leads to the hits. */
  const search = useCallback(
    (next: string, composing = false) => {
      setTyped(next)
      if (composing) return
      setText(next)
      setAddress(next.trim() ? { q: next.trim() } : {}, { replace: true, preventScrollReset: true })
    },
    [setAddress],
  )
  const searched = shown.trim()
  const looking = inside.keyword !== '' && (inside.done < inside.all || inside.found.length > 0)
  const settled = inside.keyword === searched && inside.done === inside.all
  return (
    <Head>
      {items.length > 1 && (
        <div className="items-bar">
          <SearchBox typed={typed} onType={search} />
          {searched.length === 1 && inside.keyword === '' && <span className="note">{t.typeMore}</span>}
        </div>
      )}
      {found.length > 0 && (
        <ul className="item-grid" aria-label={t.title}>
          {found.map((item) => (
            <ItemCard key={item.item_id} item={item} searched={searched} />
          ))}
        </ul>
      )}
      {looking && <SearchHits items={items} inside={inside} goOn={goOn} />}
      {!found.length && !looking && (settled || inside.keyword === '') && (
        <Empty
          title={t.nothing(searched)}
          actions={
            <button type="button" className="btn" onClick={() => search('')}>
              {t.clear}
            </button>
          }
        >
          {t.nothingHelp}
        </Empty>
      )}
    </Head>
  )
}

/** /item/index: every item of the user, and what is inside them. */
export function ItemsScreen() {
  const t = useWords(itemsWords)
  const list = useQuery(read(api.item.myList, {}))
  return (
    <Screen title={t.title}>
      <div className="screen">
        {list.isPending ? (
          <Waiting />
        ) : list.isError ? (
          <Head>
            <ErrorNote title={t.failed} error={list.error} onRetry={() => void list.refetch()} />
          </Head>
        ) : list.data.length ? (
          <Items items={list.data} />
        ) : (
          <FirstVisit />
        )}
      </div>
    </Screen>
  )
}
