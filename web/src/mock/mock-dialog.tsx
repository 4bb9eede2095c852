import { type InLanguages, inLanguage } from '@sheaf/contract/languages'
import './mock.css'
import { useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useRef, useState } from 'react'
import { api, read, withoutLoginRedirect } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { useLanguage, useWords } from '../lib/words.ts'
import { absoluteUrl } from '../reading/share/target.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FieldError } from '../ui/forms/form-foot.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../ui/placeholder.tsx'
import { useSend } from '../ui/send.ts'
import { toast } from '../ui/toast.tsx'
import { MockAddress, MockPath } from './address.tsx'
import { mockWords } from './mock.words.ts'
import { type Mock, MockAnswer, type MockOf, useMockState } from './state.tsx'
import { MockTemplate } from './template.tsx'

type Rule = Extract<keyof typeof mockWords.en, `${string}Rule`>

const rules: [string | InLanguages<string>, Rule][] = [
  ['"list|1-10": [ {…} ]', 'listRule'],
  ['"status|1": ["on", "off"]', 'pickRule'],
  ['"id|+1": 1', 'stepRule'],
  ['"age|1-100": 0', 'rangeRule'],
  ['"price|1-100.2": 0', 'floatRule'],
  ['"open|1": true', 'boolRule'],
  ['"stars|3": "★"', 'repeatRule'],
  [{ en: '"@name"', zh: '"@cname"' }, 'nameRule'],
  ['"@datetime"', 'dateRule'],
  ['"@email"', 'webRule'],
  [{ en: '"@title"', zh: '"@ctitle"' }, 'textRule'],
  ['"@integer(1, 100)"', 'numberRule'],
  ['"@string(\'number\', 11)"', 'stringRule'],
  ['"@city"', 'placeRule'],
  ['"no. @id"', 'sameRule'],
]

/** The syntax of templates, by examples. */
function MockHelp() {
  const t = useWords(mockWords)
  const language = useLanguage()
  return (
    <details className="mk-help">
      <summary>{t.help}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.write}</th>
            <th scope="col">{t.get}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(([example, word]) => (
            <tr key={word}>
              <td>
                <code>{typeof example === 'string' ? example : inLanguage(example, language)}</code>
              </td>
              <td>{t[word]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t.moreHelp}</p>
    </details>
  )
}

/** Deletes the mock after a confirmation. Its addresses then stop responding. */
function MockDelete({ page_id, onDeleted }: { page_id: string; onDeleted: () => void }) {
  const t = useWords(mockWords)
  const [confirming, setConfirming] = useState(false)
  const remove = useSend(api.mock.delete, { done: t.deleted })
  const confirm = async () => {
    await remove.send(withoutLoginRedirect({ page_id }))
    onDeleted()
  }
  return (
    <>
      <button type="button" className="btn danger" onClick={() => setConfirming(true)}>
        {t.delete}
      </button>
      {confirming && (
        <ConfirmDialog title={t.deleteTitle} action={t.deleteDo} danger onConfirm={confirm} onClose={() => setConfirming(false)}>
          {t.deleteText}
        </ConfirmDialog>
      )}
    </>
  )
}

interface Props extends Omit<MockOf, 'savePage'> {
  mock: Mock
}

function MockForm({ item_id, isPrivate, page_id, read, mock, onClose }: Props) {
  const t = useWords(mockWords)
  const work = useMockState(page_id, mock)
  const { path, setPath, key, dirty, busy, error, tried } = work
  const next = useRef<HTMLButtonElement>(null)
  const [leaving, setLeaving] = useState(false)
  const close = () => (dirty ? setLeaving(true) : onClose())
  const saveAndNotify = async () => {
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
      <Dialog wide title={t.title} onClose={close} onSubmit={() => void saveAndNotify()} actions={actions}>
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

/** Creates, edits, tests and deletes the mock of a page. */
export function MockDialog({ page_id, savePage, onClose, ...of }: MockOf) {
  const t = useWords(mockWords)
  const { send: save, busy } = useSend(savePage)
  const mock = useQuery({
    ...read(api.mock.infoByPageId, withoutLoginRedirect({ page_id })),
    enabled: page_id !== '0',
    staleTime: 0,
    gcTime: 0,
  })
  if (mock.isSuccess) return <MockForm {...of} page_id={page_id} mock={mock.data} onClose={onClose} />
  const close = (
    <button type="button" className="btn" onClick={onClose}>
      {t.close}
    </button>
  )
  return (
    <Dialog wide title={t.title} onClose={onClose} actions={close}>
      {page_id === '0' ? (
        <Empty
          title={t.unsaved}
          actions={
            <button type="button" className="btn primary" disabled={busy} onClick={() => void save(undefined)} data-autofocus>
              {t.savePage}
            </button>
          }
        >
          {t.unsavedText}
        </Empty>
      ) : mock.error ? (
        <ErrorNote title={t.failed} error={mock.error} onRetry={() => void mock.refetch()} />
      ) : (
        <div className="mk-wait">
          <Skeleton>
            <Bone width="60%" height={14} />
            <Bone height={36} />
            <Bone height={36} />
            <Bone height={360} />
          </Skeleton>
        </div>
      )}
    </Dialog>
  )
}
