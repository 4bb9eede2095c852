import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { useSend } from '../../ui/send.ts'
import { composerWords } from '../comment.words.ts'
import type { PageOfComments, Target, Thread } from '../thread.ts'
import { Composer } from './composer.tsx'
import { draftKey } from './draft.ts'

interface Props {
  page: PageOfComments
  target: Target
  comment_see: string
  onSent: (thread: Thread, notNotified: string[]) => void
  onCancel: () => void
}

/** The first comment of a thread, with the words that it is about. */
export function NewThread({ page, target, comment_see, onSent, onCancel }: Props) {
  const t = useWords(composerWords)
  const account = useAccount()
  const add = useSend(api.comment.add, { onDone: ({ thread, not_told }) => onSent(thread, not_told) })
  if (!account) return null
  const seen = { '2': t.seenBySignedIn, '3': t.seenByAll }[comment_see] ?? t.seenByMembers
  return (
    <article className="card thread on" aria-label={t.write}>
      <p className="thread-quote" data-kind={target.anchor?.kind ?? 'page'}>
        <span>{target.quote}</span>
      </p>
      <Composer
        hasFocus
        rows={3}
        page_id={page.page_id}
        draft={draftKey(account.uid, page.page_id, 'new')}
        place={target}
        label={t.write}
        action={t.comment}
        note={seen}
        onCancel={onCancel}
        onSend={(content) =>
          add.send(
            withoutLoginRedirect({
              page_id: page.page_id,
              thread_id: '0',
              content,
              ...(target.anchor && { anchor: JSON.stringify(target.anchor) }),
            }),
          )
        }
      />
    </article>
  )
}
