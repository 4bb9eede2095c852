import './template.css'
import { FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { siteTime } from '../../lib/format.ts'
import { useLanguage, useWords } from '../../lib/words.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Bone, Empty, ErrorNote, Skeleton } from '../../ui/placeholder.tsx'
import { useSend } from '../../ui/send.ts'
import type { PanelProps } from '../session.ts'
import { insertTemplate } from '../text/insert.ts'
import { templateWords } from '../tools.words.ts'
import { useTemplates } from './menu.tsx'

type Template = NonNullable<ReturnType<typeof useTemplates>['templates']>[number]

/** Longer lists get a search field. */
const FILTER_MIN_TEMPLATES = 8

function Row({ template, onInsert, onRemove }: { template: Template; onInsert: () => void; onRemove: () => void }) {
  const t = useWords(templateWords)
  const language = useLanguage()
  const { template_title, addtime } = template
  return (
    <li className="tp-row row">
      <FileText className="i" aria-hidden="true" />
      <span className="tp-name stack">
        <b className="cut">{template_title}</b>
        <span>{siteTime(addtime, language)}</span>
      </span>
      <button type="button" className="btn small" aria-label={t.insertOne(template_title)} onClick={onInsert}>
        {t.insert}
      </button>
      <IconButton name={t.remove(template_title)} onClick={onRemove}>
        <Trash2 className="i" aria-hidden="true" />
      </IconButton>
    </li>
  )
}

/** All templates of the user: insert one, or delete it. */
export function TemplateDialog({ session, onClose }: PanelProps) {
  const t = useWords(templateWords)
  const { templates, error, refetch } = useTemplates()
  const [query, setQuery] = useState('')
  const [deleting, setDeleting] = useState<Template>()
  const needle = query.trim().toLowerCase()
  const shown = templates?.filter((template) => template.template_title.toLowerCase().includes(needle)) ?? []
  const remove = useSend(api.template.delete, { done: t.removed(deleting?.template_title ?? '') })
  return (
    <>
      <Dialog
        title={t.listTitle}
        onClose={onClose}
        actions={
          <button type="button" className="btn" onClick={onClose}>
            {t.close}
          </button>
        }
      >
        {error && <ErrorNote title={t.failed} error={error} onRetry={() => void refetch()} />}
        {!error && !templates && (
          <Skeleton>
            <Bone height={40} />
            <Bone height={40} />
            <Bone height={40} />
          </Skeleton>
        )}
        {templates?.length === 0 && <Empty title={t.yours}>{t.none}</Empty>}
        {templates && templates.length > FILTER_MIN_TEMPLATES && (
          <input
            className="input small tp-find"
            type="search"
            aria-label={t.find}
            placeholder={t.find}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        )}
        {templates && shown.length === 0 && needle && <p className="tp-none">{t.noneFound(query.trim())}</p>}
        {shown.length > 0 && (
          <ul className="tp-list scroll">
            {shown.map((template) => (
              <Row
                key={template.id}
                template={template}
                onInsert={() => {
                  onClose()
                  insertTemplate(session.editing.view, template.template_content)
                }}
                onRemove={() => setDeleting(template)}
              />
            ))}
          </ul>
        )}
      </Dialog>
      {deleting && (
        <ConfirmDialog
          title={t.removeTitle(deleting.template_title)}
          action={t.removeAction}
          danger
          onConfirm={() => remove.send({ id: deleting.id })}
          onClose={() => setDeleting(undefined)}
        >
          {t.removeText}
        </ConfirmDialog>
      )}
    </>
  )
}
