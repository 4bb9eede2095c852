import { MESSAGE_CHARS_MAX } from '@sheaf/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { api, read } from '../../lib/api.ts'
import { siteTime } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Unsaved } from '../../ui/frame/leave-question.tsx'
import { PageHead } from '../../ui/frame/page-head.tsx'
import { Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import { Block } from '../../ui/settings/block.tsx'
import { Listing } from '../../ui/table/listing.tsx'
import { uiWords } from '../../ui/ui.words.ts'
import { messagesWords } from './messages.words.ts'

/** Earlier messages to all users, and how many users have read them. */
function MessagesSent() {
  const t = useWords(messagesWords)
  const language = useLanguage()
  const list = useQuery(read(api.adminNotice.getList, {}))
  return (
    <Block title={t.before} about={t.beforeAbout}>
      <Listing list={list} waiting={<Skeleton lines={4} />} failed={t.failed} empty={<p className="muted">{t.none}</p>}>
        {(notices) => (
          <ul className="adm-sent">
            {notices.map((notice) => (
              <li key={`${notice.notice_time} ${notice.notice_title}`}>
                <b>{notice.notice_title}</b>
                {notice.notice_content && <p>{notice.notice_content}</p>}
                <span className="muted">
                  {t.by(notice.from_name, siteTime(notice.notice_time, language))} · {t.read(Number(notice.read), Number(notice.sent))}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Listing>
    </Block>
  )
}

/** Sends a message to all users and lists earlier messages. */
export function Messages() {
  const t = useWords(messagesWords)
  const ui = useWords(uiWords)
  const id = useId()
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [confirming, setConfirming] = useState(false)
  const message = useSend(api.adminNotice.send, { done: ({ sent }) => t.sent(Number(sent)) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!title.trim())
    setConfirming(Boolean(title.trim()))
  }
  const confirm = async () => {
    await message.send({ notice_title: title.trim(), notice_content: text.trim() })
    setTitle('')
    setText('')
  }
  return (
    <>
      <PageHead title={t.title} about={t.about} />
      <Block title={t.write} about={t.writeAbout}>
        <form onSubmit={submit} noValidate>
          <Field
            label={t.subject}
            value={title}
            maxLength={100}
            wrong={missing ? t.subjectMissing : undefined}
            onChange={(event) => {
              setTitle(event.target.value)
              setMissing(false)
            }}
          />
          <div className="field">
            <label htmlFor={id} className="label">
              {t.text} <span className="opt">{ui.optional}</span>
            </label>
            <textarea
              id={id}
              className="input"
              rows={5}
              maxLength={MESSAGE_CHARS_MAX}
              value={text}
              aria-describedby={`${id}help`}
              onChange={(event) => setText(event.target.value)}
            />
            <div className="help" id={`${id}help`}>
              {t.textHelp}
            </div>
          </div>
          <button type="submit" className="btn primary">
            <Send className="i" aria-hidden="true" />
            {t.send}
          </button>
          <Unsaved when={Boolean(title.trim() || text.trim()) && !message.busy} isLostByTab />
        </form>
      </Block>
      <MessagesSent />
      {confirming && (
        <ConfirmDialog title={t.sendTitle} action={t.sendDo} onConfirm={confirm} onClose={() => setConfirming(false)}>
          <blockquote className="adm-quote">
            <b>{title.trim()}</b>
            {text.trim() && <span>{text.trim()}</span>}
          </blockquote>
          <p>{t.sendText}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
