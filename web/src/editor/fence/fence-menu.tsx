import './fence.css'
import { StateEffect } from '@codemirror/state'
import { infoOf } from '@sheaf/description/fence'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useMenuPlace } from '../cursor/menu-place.ts'
import { Option } from '../cursor/option.tsx'
import { partQuery } from '../preview/use-parts.ts'
import type { EditingSession } from '../session.ts'
import { entriesAt, type FenceEntry } from './entries.ts'
import { fenceWords } from './fence.words.ts'
import { FENCE_ID, type FenceOpen, fenceField, fenceMenu, offerEntries, writeEntry } from './field.ts'

const PAUSE_MS = 200

/** A text once typing pauses. */
function usePaused(text: string) {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** What the server knows for the open menu. */
function useFound({ item, page_id }: Pick<EditingSession, 'item' | 'page_id'>, open: FenceOpen | null) {
  const { item_id } = item
  const isNaming = open !== null && open.stage !== 'path'
  const sources = useQuery({ ...read(api.source.list, { item_id }), enabled: isNaming, staleTime: 60_000 }).data
  const source_id = sources?.find(({ name }) => name === open?.source)?.source_id ?? '0'
  const keyword = usePaused(open?.stage === 'key' ? open.query.trim() : '')
  const isKey = open?.stage === 'key' && source_id !== '0'
  const found = useQuery({ ...read(api.source.parts, { source_id, keyword }), enabled: isKey, placeholderData: keepPreviousData })
  const block = open ?? { kind: 'operation' as const, source: '', key: '' }
  const isPath = open?.stage === 'path' && infoOf(block).includes(' ')
  const part = useQuery({ ...partQuery({ item_id, page_id }, block), enabled: isPath }).data
  const kind = open?.kind === 'table' || open?.kind === 'overview' ? 'database' : 'openapi'
  return { sources: sources?.filter((one) => one.kind === kind), parts: isKey ? found.data : undefined, part: isPath ? part : undefined }
}

function About({ entry: { about } }: { entry: FenceEntry }) {
  const t = useWords(fenceWords)
  const text = { below: t.below, silent: t.silent, text: about.text, instead: t.instead(about.text) }[about.kind]
  return text ? <span className="fence-about">{text}</span> : null
}

/** Offers sources, parts and places in the block of a part, while it is typed; the focus stays in the text. */
export function FenceMenu({ session }: { session: EditingSession }) {
  const t = useWords(fenceWords)
  const { view } = session.editing
  const { listen } = session.editing
  const [open, setOpen] = useState<FenceOpen | null>(null)
  const float = useRef<HTMLDivElement>(null)
  const found = useFound(session, open)
  const entries = open ? entriesAt(open, found) : []
  useEffect(() => {
    if (view.state.field(fenceField, false) === undefined) view.dispatch({ effects: StateEffect.appendConfig.of(fenceMenu) })
    return listen(({ state }) => setOpen(state.field(fenceField, false) ?? null))
  }, [listen, view])

  const count = entries.length
  const latest = useRef(entries)
  latest.current = entries
  const written = entries.map(({ id }) => id).join('\n')
  const offeredIds = open?.entries.map(({ id }) => id).join('\n')
  useLayoutEffect(() => {
    if (offeredIds !== undefined && written !== offeredIds) offerEntries(view, latest.current)
  }, [written, offeredIds, view])
  useMenuPlace(view, float, count > 0 ? open?.from : undefined, count)
  const index = open?.index ?? 0
  useEffect(() => {
    if (count > 0) document.getElementById(`${FENCE_ID}-${index}`)?.scrollIntoView({ block: 'nearest' })
  }, [index, count])

  const names = { source: t.sources, key: t.keys(open?.source ?? ''), path: t.paths }
  return (
    <>
      <span className="visually-hidden" role="status">
        {open && t.found(count)}
      </span>
      {open && count > 0 && (
        <div
          ref={float}
          id={FENCE_ID}
          role="listbox"
          aria-label={names[open.stage]}
          className="menu ed-fence"
          // A press leaves the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          tabIndex={0}
        >
          {entries.map((entry, at) => (
            <Option key={entry.id} id={`${FENCE_ID}-${at}`} isActive={at === index} onChoose={() => writeEntry(view, entry)}>
              <span className="fence-line">
                <code>{entry.name}</code>
                {entry.type && <span className="fence-type">{entry.type}</span>}
                {entry.isRequired && <span className="req">{t.required}</span>}
              </span>
              <About entry={entry} />
            </Option>
          ))}
        </div>
      )}
    </>
  )
}
