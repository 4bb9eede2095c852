import { History } from 'lucide-react'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { useSend } from '../../ui/send.ts'
import { toast } from '../../ui/toast.tsx'
import { threadWords } from '../comment.words.ts'
import type { PageOfComments, Thread } from '../thread.ts'

/**
 * The kept state of the page that has this version. Every save keeps the state before it, newest first, and the oldest are removed
 * first: version 8 of a page at version 9 is the first.
 */
async function stateOf({ page_id, version }: Pick<Thread, 'page_id' | 'version'>, current: string): Promise<string | undefined> {
  const states = await api.page.history(withoutLoginRedirect({ page_id, brief: '1' }))
  return states[Number(current) - 1 - Number(version)]?.page_history_id
}

/** Opens the comparison of the page now with the version that a lost thread was begun on. */
export function ThenLink({ thread, page }: { thread: Thread; page: PageOfComments }) {
  const t = useWords(threadWords)
  const go = useNavigate()
  const find = useSend(() => stateOf(thread, page.version), {
    failed: t.notDone,
    onDone: (page_history_id) => {
      if (page_history_id) go(paths.diff(page.page_id, page_history_id))
      else toast(t.notKept, 'info')
    },
  })
  return (
    <button type="button" className="btn quiet small" aria-busy={find.busy || undefined} onClick={() => void find.send({})}>
      <History className="i" aria-hidden="true" />
      {t.before}
    </button>
  )
}
