import './editor.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { type Kept, openPage, type Start } from './editor-load.ts'
import { EditorPage } from './editor-page.tsx'
import { EditorRefused } from './editor-refused.tsx'
import { EditorSkeleton } from './editor-skeleton.tsx'

export function EditorScreen() {
  const { item_id = '', page_id = '0' } = useParams()
  const [search] = useSearchParams()
  const location = useLocation()
  const session = (location.state as Kept | null)?.editor ?? location.key
  const start = { item_id, page_id, copy_page_id: search.get('copy_page_id') ?? '', cat_id: search.get('cat_id') ?? '' }
  return <EditorSession key={session} session={session} start={start} />
}

function EditorSession({ session, start: first }: { session: string; start: Start }) {
  const [start] = useState(first)
  const opened = useQuery({
    queryKey: ['editor', session, start],
    queryFn: () => openPage(start),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (opened.isPending) return <EditorSkeleton />
  if (opened.isError) return <EditorRefused error={opened.error} start={start} onRetry={() => void opened.refetch()} />
  const { item } = opened.data
  if (item.is_archived === '1' || !item.item_edit) return <EditorRefused item={item} start={start} />
  return <EditorPage opened={opened.data} session={session} />
}
