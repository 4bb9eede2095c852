import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useNavigate } from '../../lib/navigation/provider.tsx'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSend } from '../../ui/send.ts'
import type { View } from '../article/view.tsx'
import { pageToolsWords } from './page-tools.words.ts'

interface Props {
  view: Pick<View, 'page_id' | 'page_title'>
  /** The item number or domain from the URL. */
  item: string
  onClose: () => void
}

/** Moves a page to the recycle bin after confirmation, then shows the first page of the item. */
export function PageDelete({ view: { page_id, page_title }, item, onClose }: Props) {
  const t = useWords(pageToolsWords)
  const go = useNavigate()
  const queries = useQueryClient()
  const remove = useSend(api.page.delete, {
    done: t.pageDeleted(page_title),
    onDone: async () => {
      await go(paths.item({ item_id: item }), { replace: true })
      queries.removeQueries({
        queryKey: ['page'],
        predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(`"page_id":"${page_id}"`),
      })
    },
    refresh: 'later',
  })
  const confirm = () => remove.send({ page_id })
  return (
    <ConfirmDialog title={t.deleteTitle(page_title)} action={t.deleteDo} danger onConfirm={confirm} onClose={onClose}>
      {t.deleteText}
    </ConfirmDialog>
  )
}
