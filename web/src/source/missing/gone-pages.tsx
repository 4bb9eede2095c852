import type { Answer } from '@sheaf/contract/client'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useSend } from '../../ui/send.ts'
import { goneWords } from '../decisions.words.ts'
import { DetachDialog } from '../detach-dialog.tsx'
import type { Detail } from '../settings.tsx'
import { sourceWords } from '../source.words.ts'

const verbs: Record<string, string> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'del', PATCH: 'patch' }

const verbOf = (method: string) => verbs[method] ?? 'other'

/** Parts whose page people have deleted or made plain text. */
export function LeftOut({ source: { source_id, left_out }, canPut }: { source: Detail; canPut: boolean }) {
  const t = useWords(sourceWords)
  const put = useSend(api.source.putBack, {
    failed: true,
    done: (_, { key }) => t.isBack(left_out.find((part) => part.key === key)?.title || String(key)),
  })
  if (left_out.length === 0) return null
  return (
    <section className="src-part" aria-labelledby="src-left-out">
      <h2 id="src-left-out">
        {t.leftOut} <span className="muted">{left_out.length}</span>
      </h2>
      <p className="src-help">{t.leftOutAbout}</p>
      <ul className="src-left">
        {left_out.map(({ kind, key, title, method, path }) => (
          <li key={`${kind} ${key}`}>
            {method && <span className={`verb ${verbOf(method)}`}>{method}</span>}
            <span className="grow">
              {title || key}
              {path && <small className="mono">{path}</small>}
            </span>
            {canPut && (
              <button type="button" className="btn small" disabled={put.busy} onClick={() => void put.send({ source_id, kind, key })}>
                {t.putBack}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

type Gone = Answer<'source', 'result'>['gone'][number]

function BinDialog({ page: { page_id, page_title }, onClose }: { page: Gone; onClose: () => void }) {
  const t = useWords(goneWords)
  const remove = useSend(api.page.delete, { done: t.binned(page_title) })
  const confirm = () => remove.send({ page_id })
  return (
    <ConfirmDialog title={t.binTitle(page_title)} action={t.bin} danger onConfirm={confirm} onClose={onClose}>
      {t.binText}
    </ConfirmDialog>
  )
}

/** The pages of parts that the source no longer has, with what can become of them. */
export function GonePages({ source, pages, canChange }: { source: Detail; pages: Gone[]; canChange: boolean }) {
  const t = useWords(goneWords)
  const [asked, setAsked] = useState<{ page: Gone; way: 'keep' | 'bin' }>()
  const close = () => setAsked(undefined)
  const { item_id, source_id, name, title, label, seq } = source
  const aboutOf = (page: Gone) =>
    [page.method && `${page.method} ${page.path}`, t.since(page.label || t.version(page.seq)), page.writer && t.writer(page.writer)]
      .filter(Boolean)
      .join(' · ')
  return (
    <>
      {pages.length > 0 && (
        <section className="src-part" aria-labelledby="src-gone">
          <h2 id="src-gone">
            {t.title} <span className="muted">{pages.length}</span>
          </h2>
          <p className="src-help">{t.help}</p>
          <ul className="src-left src-gone">
            {pages.map((page) => (
              <li key={page.page_id}>
                {page.method && <span className={`verb ${verbOf(page.method)}`}>{page.method}</span>}
                <span className="grow">
                  <Link to={paths.page({ item_id }, page.page_id)}>{page.page_title}</Link>
                  <small>{aboutOf(page)}</small>
                </span>
                {canChange && (
                  <span className="row">
                    <button
                      type="button"
                      className="btn small"
                      aria-label={t.about(t.keep, page.page_title)}
                      onClick={() => setAsked({ page, way: 'keep' })}
                    >
                      {t.keep}
                    </button>
                    <button
                      type="button"
                      className="btn small"
                      aria-label={t.about(t.bin, page.page_title)}
                      onClick={() => setAsked({ page, way: 'bin' })}
                    >
                      {t.bin}
                    </button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {asked?.way === 'keep' && (
        <DetachDialog view={{ ...asked.page, sources: [{ source_id, name, title, label, seq, schema: '' }] }} isGone onClose={close} />
      )}
      {asked?.way === 'bin' && <BinDialog page={asked.page} onClose={close} />}
    </>
  )
}
