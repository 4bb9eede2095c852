import type { Answer } from '@sheaf/contract/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../lib/api.ts'
import { read } from '../lib/query.ts'
import { type Tile, worthSearching } from './item-search.ts'

type Found = Answer<'item', 'search'>

export interface Inside {
  /** What the texts were searched for, '' before the first search. */
  keyword: string
  found: Found[]
  done: number
  all: number
  /** Why it stopped before the end, in the server's words. */
  stopped: string
}

const AT_ONCE = 4
const PAUSE = 250
const idle: Inside = { keyword: '', found: [], done: 0, all: 0, stopped: '' }

/**
 * The pages that hold the text, item by item in the order of the list, at most four questions at a time. A change of the
 * text ends the search before; a refusal of one item leaves that item out, no answer at all or "too many" stops it until goOn.
 */
export function useSearchInside(items: Tile[], text: string) {
  const queries = useQueryClient()
  const [inside, setInside] = useState(idle)
  const goOn = useRef(() => {})
  const keyword = text.trim()

  useEffect(() => {
    goOn.current = () => {}
    if (!worthSearching(keyword)) return setInside(idle)
    let over = false
    let stopped = ''
    let waiting: Tile[] = []
    const answers = new Map<string, Found>()

    const show = () => {
      if (over) return
      const found = items.flatMap((item) => answers.get(item.item_id) ?? []).filter((one) => one.pages.length > 0)
      setInside({ keyword, found, done: answers.size, all: items.length, stopped })
    }
    const ask = async (item: Tile) => {
      const nothing = { item_id: Number(item.item_id), item_name: item.item_name, pages: [] }
      const answer = await queries.fetchQuery(read(api.item.search, { item_id: item.item_id, keyword })).catch((error: unknown) => {
        if (error instanceof ApiError && error.code !== 0 && error.code !== 429) return nothing
        waiting = []
        stopped = error instanceof Error ? error.message : String(error)
        return null
      })
      if (answer) answers.set(item.item_id, answer)
    }
    const work = async () => {
      for (let item = waiting.shift(); item && !over; item = waiting.shift()) {
        await ask(item)
        show()
      }
    }
    const start = () => {
      stopped = ''
      waiting = items.filter((item) => !answers.has(item.item_id))
      show()
      for (let n = 0; n < AT_ONCE; n++) void work()
    }

    goOn.current = start
    const timer = setTimeout(start, PAUSE)
    return () => {
      over = true
      clearTimeout(timer)
    }
  }, [queries, items, keyword])

  return { inside, goOn: () => goOn.current() }
}
