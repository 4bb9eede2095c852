import { useQuery } from '@tanstack/react-query'
import { MessageSquareText } from 'lucide-react'
import { api, read } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useWords } from '../lib/words.ts'
import { MenuItem } from '../ui/menu.tsx'
import { feedbackEntryWords } from './feedback.words.ts'

/** The entry in the menu of an item, with the number of new notes. */
export function FeedbackEntry({ item_id }: { item_id: string }) {
  const t = useWords(feedbackEntryWords)
  const { data } = useQuery(read(api.feedback.getList, { item_id, state: 'new', count: '1' }))
  const count = Number(data?.counts.new ?? 0)
  return (
    <MenuItem
      icon={<MessageSquareText className="i" aria-hidden="true" />}
      end={count > 0 ? <span aria-label={t.newNotes(count)}>{count}</span> : undefined}
      to={paths.feedback(item_id)}
    >
      {t.feedback}
    </MenuItem>
  )
}
