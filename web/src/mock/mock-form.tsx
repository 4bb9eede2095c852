import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, withoutLoginRedirect } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { write } from '../lib/query.ts'
import { useWords } from '../lib/words.ts'
import { absoluteUrl } from '../reading/share/target.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/forms/wrong.tsx'
import { toast } from '../ui/toast.ts'
import { mockWords } from './mock.words.ts'
import { MockAddress, MockPath } from './mock-address.tsx'
import { MockHelp } from './mock-help.tsx'
import type { Mock, MockOf } from './mock-of.ts'
import { MockTemplate } from './mock-template.tsx'
import { MockAnswer } from './mock-try.tsx'
import { useMockState } from './mock-work.ts'

/** Takes the mock off its page, after a question: whoever calls its addresses gets no answer any more. */
function MockDelete({ page_id, onDeleted }: { page_id: string; onDeleted: () => void }) {
  const t = useWords(mockWords)
  const [asking, setAsking] = useState(false)
  const remove = useMutation(write(api.mock.delete))
  const confirm = async () => {
    await remove.mutateAsync(withoutLoginRedirect({ page_id }))
    toast(t.deleted)
    onDeleted()
  }
  return (
    <>
      <button type="button" className="btn danger" onClick={() => setAsking(true)}>
        {t.delete}
      </button>
      {asking && (
        <ConfirmDialog title={t.deleteTitle} action={t.deleteDo} danger onConfirm={confirm} onClose={() => setAsking(false)}>
          {t.deleteText}
        </ConfirmDialog>
      )}
    </>
  )
}

interface Props extends Omit<MockOf, 'savePage'> {
  mock: Mock
}

export function MockForm({ item_id, isPrivate, page_id, read, mock, onClose }: Props) {
  const t = useWords(mockWords)
  const work = useMockState(page_id, mock)
  const { path, setPath, key, dirty, busy, error, tried } = work
  const next = useRef<HTMLButtonElement>(null)
  const [leaving, setLeaving] = useState(false)
  const close = () => (dirty ? setLeaving(true) : onClose())
  const saveAndSay = async () => {
    if (await work.save()) toast(t.saved)
  }
  const actions = (
    <>
      <span className="mk-called">{mock && t.called(Number(mock.view_times))}</span>
      {key && <MockDelete page_id={page_id} onDeleted={onClose} />}
      <button type="button" className="btn" onClick={close}>
        {t.close}
      </button>
      <button type="button" className="btn" disabled={busy} onClick={() => void work.tryIt()}>
        <Play className="i" aria-hidden="true" />
        {dirty || !key ? t.saveAndTry : t.tryIt}
      </button>
      <button ref={next} type="submit" className="btn primary" disabled={busy}>
        {t.save}
      </button>
    </>
  )
  return (
    <>
      <Dialog wide title={t.title} onClose={close} onSubmit={() => void saveAndSay()} actions={actions}>
        <p>{t.about}</p>
        <div className="mk-addresses">
          <MockPath item_id={item_id} isPrivate={isPrivate} path={path} onPath={setPath} />
          <MockAddress label={t.byKey} help={t.keyHelp} copy={t.copyKey} address={key && absoluteUrl(paths.mockByKey(key))} />
        </div>
        <MockTemplate work={work} read={read} onLeave={() => next.current?.focus()} />
        <FieldError>{error?.message}</FieldError>
        {tried === 'none' ? <FieldError>{t.noAnswer}</FieldError> : tried && <MockAnswer tried={tried} />}
        <MockHelp />
      </Dialog>
      {leaving && (
        <ConfirmDialog
          title={t.leaveTitle}
          action={t.leave}
          cancel={t.stay}
          danger
          onConfirm={async () => onClose()}
          onClose={() => setLeaving(false)}
        >
          {t.leaveText}
        </ConfirmDialog>
      )}
    </>
  )
}
