import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { api, withoutLoginRedirect } from '../../lib/api.ts'
import { longDate, shortDate } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { useAccount } from '../../session/session.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Avatar, Doer } from '../../ui/person.tsx'
import { useSend } from '../../ui/send.ts'
import { composerWords, threadWords } from '../comment.words.ts'
import type { Comment } from '../thread.ts'
import { Composer } from './composer.tsx'
import { draftKey, shownText } from './draft.ts'

interface Props {
  comment: Comment
  page_id: string
  mayWrite: boolean
  /** Of the first comment: opens the choice which news of the thread the user gets. */
  onWatch?: (() => void) | undefined
  onRemove: (comment_id: string) => void
  onNotNotified: (names: string[]) => void
}

/** One comment: who, when, the text; its author edits it in place. */
export function CommentBody({ comment, page_id, mayWrite, onWatch, onRemove, onNotNotified }: Props) {
  const t = useWords(threadWords)
  const writing = useWords(composerWords)
  const language = useLanguage()
  const account = useAccount()
  const [isEditing, setEditing] = useState(false)
  const save = useSend(api.comment.save, { onDone: ({ not_told }) => onNotNotified(not_told) })
  const { comment_id, name, username, via, html, addtime, edited_time, is_deleted, is_own, may_delete } = comment
  if (is_deleted !== '0') return <p className="comment-gone">{is_deleted === '1' ? t.deletedByAuthor : t.deletedByManager}</p>
  const mayEdit = is_own && mayWrite && account !== null
  return (
    <div className="comment">
      <Avatar {...{ name, username }} />
      <div>
        <div className="comment-head">
          <b>
            <Doer name={name} username={username} />
          </b>
          {via && <span className="tag">{t.via(via)}</span>}
          <time dateTime={new Date(Number(addtime) * 1000).toISOString()} title={longDate(Number(addtime), language)}>
            {shortDate(Number(addtime), language)}
          </time>
          {edited_time !== '0' && <span title={longDate(Number(edited_time), language)}>{t.edited}</span>}
          {(mayEdit || may_delete || onWatch) && !isEditing && (
            <Menu
              label={t.more}
              button={(opener) => (
                <IconButton className="small comment-more" name={t.more} {...opener}>
                  <Ellipsis className="i" aria-hidden="true" />
                </IconButton>
              )}
            >
              {onWatch && <MenuItem onSelect={onWatch}>{t.watch}</MenuItem>}
              {mayEdit && <MenuItem onSelect={() => setEditing(true)}>{t.edit}</MenuItem>}
              {may_delete && (
                <MenuItem bad onSelect={() => onRemove(comment_id)}>
                  {t.remove}
                </MenuItem>
              )}
            </Menu>
          )}
        </div>
        {isEditing && account ? (
          <Composer
            hasFocus
            page_id={page_id}
            draft={draftKey(account.uid, page_id, `c${comment_id}`)}
            initial={shownText(comment.content)}
            label={writing.write}
            action={writing.save}
            onCancel={() => setEditing(false)}
            onSend={async (content) => {
              await save.send(withoutLoginRedirect({ comment_id, content }))
              setEditing(false)
            }}
          />
        ) : (
          <div className="comment-text" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
    </div>
  )
}
