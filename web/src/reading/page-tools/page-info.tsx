import './page-info.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { api, read } from '../../lib/api.ts'
import { countWords } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { bothOf, Doer } from '../../ui/person.tsx'
import { Bone } from '../../ui/placeholder.tsx'
import { formatSavedAt, type View } from '../article/view.tsx'
import { pageToolsWords } from './page-tools.words.ts'

interface Props {
  view: View
  onClose: () => void
}

/** The sources whose parts the page shows, with the version that it shows; a link for editors. */
function ShownSources({ view: { item_id, page_id, sources, editable } }: { view: View }) {
  const t = useWords(pageToolsWords)
  const names = sources.map(({ source_id, name, label, seq }, at) => (
    <span key={source_id}>
      {at > 0 && ', '}
      {editable ? <Link to={paths.source(item_id, source_id)}>{name}</Link> : name} {label || `#${seq}`}
    </span>
  ))
  return (
    <>
      {names} · <a href={paths.sourceFeed(item_id, page_id)}>{t.sourceFeed}</a>
    </>
  )
}

/** Dialog with author, dates, length, attachments, version and number of a page. */
export function PageInfo({ view, onClose }: Props) {
  const t = useWords(pageToolsWords)
  const language = useLanguage()
  const { page_id, sources } = view
  const text = useQuery(read(api.page.info, { page_id }))
  const length = text.data ? t.words(countWords(text.data.page_content)) : text.error ? t.unknown : <Bone width={72} />
  const { via = '', suggested_by = '', suggested_by_name = '' } = text.data ?? {}
  const program = (name: string) => (via ? t.via(name, via) : name)
  const by = (name: string) => (suggested_by_name ? t.accepted(name, program(suggested_by_name)) : program(name))
  const facts: [string, ReactNode][] = [
    [t.savedBy, view.author_username && <Doer {...bothOf({ ...view, suggested_by, suggested_by_name })}>{by(view.author_name)}</Doer>],
    [t.savedAt, formatSavedAt(Number(view.addtime), language)],
    [t.created, formatSavedAt(Number(view.created), language)],
    [t.length, length],
    [t.attachments, view.attachment_count],
    [t.version, view.version],
    [t.source, sources.length > 0 && <ShownSources view={view} />],
    [t.number, page_id],
  ]
  return (
    <Dialog
      title={t.infoTitle(view.page_title)}
      onClose={onClose}
      actions={
        <button type="button" className="btn" data-autofocus onClick={onClose}>
          {t.close}
        </button>
      }
    >
      <dl className="page-info">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Dialog>
  )
}
